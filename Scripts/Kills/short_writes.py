"""Runs a command whose N-th write is short: it is traced, and asks the system for half the bytes it meant to write.

    short_writes.py N FILE COMMAND…    writes into FILE how many writes of more than a byte there were; 0 cuts none
"""
import ctypes
import os
import platform
import signal
import sys

PTRACE_TRACEME, PTRACE_PEEKUSER, PTRACE_POKEUSER, PTRACE_SYSCALL, PTRACE_SETOPTIONS = 0, 3, 6, 24, 0x4200
# Stops at system calls are told from signals; the command ends with its tracer.
OPTIONS = 0x01 | 0x100000
# Where the number of a call and its third argument are, on x86-64.
CALL, LENGTH = 8 * 15, 8 * 12
WRITE, PWRITE64 = 1, 18

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]


def is_possible():
    return platform.machine() == "x86_64"


def main():
    number, counted, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    child = os.fork()
    if child == 0:
        libc.ptrace(PTRACE_TRACEME, 0, None, None)
        os.execv(command[0], command)
    os.waitpid(child, 0)
    libc.ptrace(PTRACE_SETOPTIONS, child, None, OPTIONS)
    code, writes = follow(child, number)
    with open(counted, "w") as file:
        file.write(f"{writes}")
    sys.exit(code)


def follow(child, number):
    writes, is_entry, passed_on = 0, True, 0
    while True:
        libc.ptrace(PTRACE_SYSCALL, child, None, passed_on)
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            return os.waitstatus_to_exitcode(status), writes
        passed_on = os.WSTOPSIG(status)
        if passed_on != signal.SIGTRAP | 0x80:
            continue
        passed_on = 0
        if is_entry and libc.ptrace(PTRACE_PEEKUSER, child, CALL, None) in (WRITE, PWRITE64):
            length = libc.ptrace(PTRACE_PEEKUSER, child, LENGTH, None)
            writes += length > 1
            if length > 1 and writes == number:
                libc.ptrace(PTRACE_POKEUSER, child, LENGTH, length // 2)
        is_entry = not is_entry


if __name__ == "__main__":
    main()
