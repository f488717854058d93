#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""terminal.py ACTION COMMAND... - run a full-screen program on a terminal of its own.

Waits until it has drawn (an ESC and the word "txring"), then does ACTION:
  keys=TEXT       types it (\\x03 is ^C)
  signal=NAME     to the process
  worker=NAME     to its child, which has the screen
  hangup          the terminal goes away
and waits for its end. Prints one line of JSON: status (negative: signal), whether
the terminal's modes are as before, whether the other screen was left, the cursor is
seen, what came out last, and whether any child is left.
"""
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time

LIMIT = 20


def children(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)],
                           capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def runs(pid):
    """Not gone, nor waiting only to be waited for."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def read_some(fd, seconds):
    """b'' when nothing came, None when the terminal is closed."""
    if not select.select([fd], [], [], seconds)[0]:
        return b""
    try:
        return os.read(fd, 65536) or None
    except OSError:
        return None


def act(action, pid, fd):
    what, _, arg = action.partition("=")
    if what == "keys":
        os.write(fd, arg.encode().decode("unicode_escape").encode("latin-1"))
    elif what == "signal":
        os.kill(pid, getattr(signal, "SIG" + arg))
    elif what == "worker":
        os.kill(children(pid)[0], getattr(signal, "SIG" + arg))
    elif what == "hangup":
        os.close(fd)
        return None
    return fd


def main():
    action, command = sys.argv[1], sys.argv[2:]
    pid, fd = pty.fork()
    if pid == 0:
        os.execvp(command[0], command)
    before = termios.tcgetattr(fd)
    out, end, worker, done, status = b"", time.time() + LIMIT, [], False, None
    after = None
    while time.time() < end:
        got = read_some(fd, 0.05) if fd is not None else time.sleep(0.05)
        out += got or b""
        if not done and b"\x1b" in out and b"txring" in out:
            worker, done = children(pid), True
            time.sleep(0.3)
            fd = act(action, pid, fd)
        ended, code = os.waitpid(pid, os.WNOHANG)
        if ended:
            status = os.waitstatus_to_exitcode(code)
            break
    end = time.time() + LIMIT
    while time.time() < end:    # the last words, and a worker on its way out
        got = read_some(fd, 0.1) if fd is not None else time.sleep(0.1)
        out += got or b""
        left = [p for p in worker if runs(p)]
        if not got and not left:
            break
    if fd is not None:
        try:
            after = termios.tcgetattr(fd)
        except termios.error:
            pass
    if status is None:
        os.kill(pid, signal.SIGKILL)
    print(json.dumps({
        "status": status, "drawn": done, "modes": after == before,
        "screen_left": out.rfind(b"\x1b[?1049l") > out.rfind(b"\x1b[?1049h"),
        "cursor": max(out.rfind(b"\x1b[?25h"), out.rfind(b"\x1b[?12l")) >
        out.rfind(b"\x1b[?25l"),
        "last": out[-200:].decode("utf-8", "replace"), "left": len(left)}))


main()
