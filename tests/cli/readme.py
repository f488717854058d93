#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""readme.py README TXRING: run what README shows on the recorded fixtures. TAP.

A fenced block that begins with "$ " and names tests/fixtures is a session: each
command, and what it printed, up to the next. A command goes on over lines until its
quotes are closed. Blanks at the ends of lines do not count.
"""
import os
import shutil
import subprocess
import sys
import tempfile


def blocks(text):
    inside, found = None, []
    for line in text.splitlines():
        if line.startswith("```"):
            if inside:
                found.append(inside)
            inside = None if inside is not None else []
        elif inside is not None:
            inside.append(line.rstrip())
    return [b for b in found if b[0].startswith("$ ") and
            any("tests/fixtures" in line for line in b if line.startswith("$ "))]


def is_open(command):
    return command.count('"') % 2 or command.endswith("\\")


def commands(block):
    """(command, lines that it printed)"""
    found = []
    for line in block:
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif is_open(found[-1][0]):
            found[-1][0] += "\n" + line
        else:
            found[-1][1].append(line)
    return found


def run(command, root, txring, cwd):
    env = dict(os.environ, LC_ALL="C.UTF-8", PATH=f"{cwd}/bin:{os.environ['PATH']}")
    env.pop("COLUMNS", None)
    os.makedirs(f"{cwd}/bin", exist_ok=True)
    for link, to in ((f"{cwd}/bin/txring", txring), (f"{cwd}/tests", f"{root}/tests")):
        if not os.path.lexists(link):
            os.symlink(to, link)
    got = subprocess.run(["bash", "-c", command], cwd=cwd, env=env, text=True,
                         encoding="utf-8", stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return got.returncode, [line.rstrip() for line in got.stdout.splitlines()]


def main(readme, txring):
    root = os.path.dirname(os.path.abspath(readme))
    with open(readme, encoding="utf-8") as f:
        sessions = blocks(f.read())
    nr, failed = 0, 0
    for session in sessions:
        with tempfile.TemporaryDirectory() as cwd:
            for command, want in commands(session):
                nr += 1
                program = command.split()[0]
                if program != "txring" and not shutil.which(program):
                    print(f"ok {nr} # SKIP no {program} here")
                    continue
                status, got = run(command, root, os.path.abspath(txring), cwd)
                good = status == 0 and got == want
                failed += not good
                print(f"{'ok' if good else 'not ok'} {nr} - README: {command.splitlines()[0]}")
                if not good:
                    print(f"# status {status}, got:", *got, sep="\n# ")
    print(f"1..{nr}")
    if not nr:
        print("# README shows nothing of tests/fixtures")
    return 1 if failed or not nr else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
