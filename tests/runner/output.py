# SPDX-License-Identifier: GPL-2.0-only
"""What test programs print: TAP, and cmocka's own form."""
import re
import signal


class Result:
    """passed: how many; failed, skipped: one text each, with name or reason."""

    def __init__(self, passed=0, failed=None, skipped=None):
        self.passed, self.failed, self.skipped = passed, failed or [], skipped or []

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def count(self):
        return self.passed + len(self.failed) + len(self.skipped)


def ended(status):
    """How a program ended, when that is not well; None: well, or the time limit."""
    if status is None or status == 0:
        return None
    if status < 0:
        return "ended by " + signal.Signals(-status).name
    return f"exit status {status}"


LINE = re.compile(r"(not )?ok\b\s*(\d+)?\s*(?:-\s*)?(.*?)\s*(?:#\s*(skip)\S*\s*(.*))?$", re.I)
PLAN = re.compile(r"1\.\.(\d+)\s*(?:#\s*skip\S*\s*(.*))?$", re.I)


def tap(text, status):
    """TAP: every line of the plan, no more; a failing exit status needs a cause."""
    result, plan, whole, bail = Result(), None, None, None
    for line in text.splitlines():
        at_plan, at_line = PLAN.match(line), LINE.match(line)
        if at_plan:
            if at_plan[1] == "0":
                whole = at_plan[2] or "no reason given"
            else:
                plan = int(at_plan[1])
        elif line.startswith("Bail out!"):
            bail = line
        elif at_line:
            one_line(result, at_line)
    if bail:
        result.failed.append(bail)
    elif whole is not None and not result.failed and not status:
        result.skipped.append(whole)  # the rest, or all, of a file
    else:
        check_plan(result, plan, status)
    return result


def one_line(result, m):
    if m[4] and not m[1]:
        result.skipped.append(m[5] or "no reason given")
    elif m[1]:
        result.failed.append(m[3] or f"test {m[2]}")
    else:
        result.passed += 1


def check_plan(result, plan, status):
    ran, why = result.count(), ended(status)
    if plan is None and status is not None:
        result.failed.append("no plan")
    elif plan is not None and plan != ran:
        result.failed.append(f"planned {plan}, ran {ran}" + (f", {why}" if why else ""))
    elif why and not result.failed:
        result.failed.append(why)


RUN = re.compile(r"\[ RUN      \] (\S+)")
VERDICT = re.compile(r"\[\s+(OK|FAILED|SKIPPED|ERROR)\s+\] (\w+)\s*$", re.M)
GROUP = re.compile(r"\[=+\] (\d+) test\(s\) run\.")


def cmocka(text, status):
    """
    A group closes with its number of tests; failed ones are listed once more at
    the end, so each name counts once. One that never gave a verdict crashed.
    """
    result, verdict = Result(), {}
    for word, name in VERDICT.findall(text):
        if verdict.get(name) not in ("FAILED", "ERROR"):
            verdict[name] = word
    started = RUN.findall(text)
    for name in dict.fromkeys(started + list(verdict)):
        word = verdict.get(name)
        if word == "OK":
            result.passed += 1
        elif word == "SKIPPED":
            result.skipped.append(name + " (skip() in the test)")
        else:
            result.failed.append(name if word else name + ": no verdict")
    closed = sum(int(n) for n in GROUP.findall(text))
    why = ended(status)
    if not result.failed and why:
        result.failed.append(why)
    elif not result.failed and status is not None and (not closed or closed != result.count()):
        result.failed.append(f"{closed} tests run by its own word, {result.count()} seen")
    return result
