/**
 * A filter of system calls (seccomp) for jailed programs, as bytes for `bwrap --seccomp` and `setpriv --seccomp-filter`.
 * It refuses what decoders, encoders and Node do not need and what widens the kernel's surface: new namespaces, mounts,
 * sockets, tracing, keys, kernel modules, io_uring, BPF.
 */

interface Numbers {
  /** AUDIT_ARCH_* of linux/audit.h. */
  readonly architecture: number;
  readonly clone: number;
  /** Numbers that are refused, beside those of SHARED. */
  readonly refused: readonly number[];
}

/** The same on every architecture: io_uring, the newer calls about mounts, other processes' descriptors and memory. */
const SHARED = [425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 440, 442, 443];
const CLONE3 = 435;

const NUMBERS: Partial<Record<NodeJS.Architecture, Numbers>> = {
  x64: {
    architecture: 0xc000003e,
    clone: 56,
    // prettier-ignore
    refused: [
      // socket, ptrace, syslog, personality, modify_ldt, pivot_root, adjtimex, chroot, acct, settimeofday, mount, umount2,
      41, 101, 103, 135, 154, 155, 159, 161, 163, 164, 165, 166,
      // swapon, swapoff, reboot, sethostname, setdomainname, iopl, ioperm, init_module, delete_module, quotactl,
      167, 168, 169, 170, 171, 172, 173, 175, 176, 179,
      // clock_settime, kexec_load, add_key, request_key, keyctl, migrate_pages, unshare, vmsplice, move_pages,
      227, 246, 248, 249, 250, 256, 272, 278, 279,
      // perf_event_open, fanotify_init, name_to_handle_at, open_by_handle_at, clock_adjtime, setns, process_vm_readv,
      298, 300, 303, 304, 305, 308, 310,
      // process_vm_writev, kcmp, finit_module, kexec_file_load, bpf, userfaultfd
      311, 312, 313, 320, 321, 323,
    ],
  },
  arm64: {
    architecture: 0xc00000b7,
    clone: 220,
    // prettier-ignore
    refused: [
      // umount2, mount, pivot_root, chroot, quotactl, vmsplice, acct, personality, unshare, kexec_load, init_module,
      39, 40, 41, 51, 60, 75, 89, 92, 97, 104, 105,
      // delete_module, clock_settime, syslog, ptrace, reboot, sethostname, setdomainname, settimeofday, adjtimex, socket,
      106, 112, 116, 117, 142, 161, 162, 170, 171, 198,
      // add_key, request_key, keyctl, swapon, swapoff, migrate_pages, move_pages, perf_event_open, fanotify_init,
      217, 218, 219, 224, 225, 238, 239, 241, 262,
      // name_to_handle_at, open_by_handle_at, clock_adjtime, setns, process_vm_readv, process_vm_writev, kcmp,
      264, 265, 266, 268, 270, 271, 272,
      // finit_module, bpf, userfaultfd, kexec_file_load
      273, 280, 282, 294,
    ],
  },
};

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACES = 0x7e020000;
/** Numbers from here on belong to the x32 interface, which no program here uses. */
const X32_FROM = 0x40000000;

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_FROM = 0x35;
const JUMP_BITS = 0x45;
const RETURN = 0x06;
const AT_NUMBER = 0;
const AT_ARCHITECTURE = 4;
const AT_FIRST_ARGUMENT = 16;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const ERRNO = 0x00050000;
const EPERM = 1;
const ENOSYS = 38;

type Step = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** The filter's program; null on an architecture whose numbers are not listed here. */
export function makeFilter(architecture: NodeJS.Architecture = process.arch): Buffer | null {
  const numbers = NUMBERS[architecture];
  if (!numbers) return null;
  const refused = [...numbers.refused, ...SHARED];
  const steps: Step[] = [
    [LOAD, 0, 0, AT_ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, numbers.architecture],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, AT_NUMBER],
    [JUMP_FROM, refused.length + 6, 0, X32_FROM],
    // glibc then takes clone, whose flags can be read here.
    [JUMP_EQUAL, 0, 1, CLONE3],
    [RETURN, 0, 0, ERRNO | ENOSYS],
    [JUMP_EQUAL, 0, 2, numbers.clone],
    [LOAD, 0, 0, AT_FIRST_ARGUMENT],
    [JUMP_BITS, refused.length + 1, refused.length, NEW_NAMESPACES],
    ...refused.map((number, at): Step => [JUMP_EQUAL, refused.length - at, 0, number]),
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, ERRNO | EPERM],
  ];
  const bytes = Buffer.alloc(steps.length * 8);
  steps.forEach(([code, ifTrue, ifFalse, value], at) => {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(ifTrue, at * 8 + 2);
    bytes.writeUInt8(ifFalse, at * 8 + 3);
    bytes.writeUInt32LE(value, at * 8 + 4);
  });
  return bytes;
}
