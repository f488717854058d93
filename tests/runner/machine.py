# SPDX-License-Identifier: GPL-2.0-only
"""The state of the machine that tests must leave as they found it."""
import ctypes
import glob
import os
import signal
import subprocess
import time

PR_SET_CHILD_SUBREAPER = 36  # include/uapi/linux/prctl.h
TRACEFS = "/sys/kernel/tracing"


def mount_tracefs():
    """Live tests look at it where it is usual; True if this mounted it."""
    usual = f" {TRACEFS} tracefs "
    if os.geteuid() != 0 or usual in read("/proc/mounts") or not os.path.isdir(TRACEFS):
        return False
    return not subprocess.call(["mount", "-t", "tracefs", "nodev", TRACEFS],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def unmount_tracefs():
    subprocess.call(["umount", TRACEFS])


def read(path):
    try:
        with open(path, errors="backslashreplace") as f:
            return f.read()
    except OSError:
        return ""


def mounts():
    """Where, of what type, from what; without the ids, which differ each time."""
    seen = set()
    for line in read("/proc/self/mountinfo").splitlines():
        fields, _, super_fields = line.partition(" - ")
        seen.add(f"mount {fields.split()[4]} of {super_fields.split()[0]}")
    return seen


def unmount_of_tools(before):
    """What trace-cmd (debugfs) and ip netns (its folder) mount, and leave so."""
    if not namespaces():
        unmount_new(before, "/run/netns")
    unmount_new(before, "/sys/kernel/debug/tracing")
    unmount_new(before, "/sys/kernel/debug")


def unmount_new(before, where):
    if any(m.startswith(f"mount {where} of ") for m in mounts() - before):
        subprocess.call(["umount", where], stderr=subprocess.DEVNULL)


def links():
    return {f"link {name}" for name in os.listdir("/sys/class/net")}


def namespaces():
    try:
        return {f"network namespace {n}" for n in os.listdir("/run/netns")}
    except OSError:
        return set()


def tracing():
    """Instances, and the settings of the top one that a tool could clobber."""
    seen = {f"trace instance {os.path.basename(p)}" for p in glob.glob(TRACEFS + "/instances/*")}
    for name in ("tracing_on", "current_tracer", "trace_clock", "set_event", "buffer_size_kb",
                 "kprobe_events", "events/enable"):
        value = " ".join(read(f"{TRACEFS}/{name}").split())
        seen.add(f"{name} = {value}")
    return seen


def settings():
    """What load tests and remedies change."""
    names = ("skb_defer_max", "rmem_max", "wmem_max", "netdev_max_backlog")
    return {f"{n} = {read('/proc/sys/net/core/' + n).strip()}" for n in names}


def temporary():
    """Files of ours in the temporary directory."""
    return {f"file {p}" for p in glob.glob(os.environ.get("TMPDIR", "/tmp") + "/txring-*")}


def tree():
    """Files beside the sources: builds and tests write elsewhere."""
    top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    build = os.path.abspath(os.environ.get("BUILD") or os.path.join(top, "build"))
    seen = set()
    for folder, inner, names in os.walk(top):
        inner[:] = [d for d in inner if d != ".git" and os.path.join(folder, d) != build]
        seen |= {"file " + os.path.relpath(os.path.join(folder, n), top) for n in names}
    return seen


def state():
    return tree() | mounts() | links() | namespaces() | tracing() | settings() | temporary()


def difference(before):
    now = state()
    return sorted("gone: " + x for x in before - now) + sorted("new: " + x for x in now - before)


def settle(before, seconds=10):
    """Namespaces and their devices go away a moment after the last process."""
    end = time.monotonic() + seconds
    left = difference(before)
    while left and time.monotonic() < end:
        time.sleep(0.2)
        left = difference(before)
    return left


def adopt_orphans():
    """Processes that outlive their test become children of the runner."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def children():
    """Ids of the processes whose parent is this one."""
    me, found = os.getpid(), []
    for path in glob.glob("/proc/[0-9]*/stat"):
        fields = read(path).rpartition(")")[2].split()
        if len(fields) > 1 and int(fields[1]) == me:
            found.append(int(path.split("/")[2]))
    return found


def end_orphans(patience=2):
    """End what a test left running; says what that was."""
    end = time.monotonic() + patience
    while True:
        reap()
        left = children()
        if not left or time.monotonic() > end:
            break
        time.sleep(0.05)
    what = []
    for pid in left:
        command = read(f"/proc/{pid}/cmdline").replace("\0", " ").strip()
        what.append(f"{pid} {command or read(f'/proc/{pid}/comm').strip()}")
        try:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
    return what
