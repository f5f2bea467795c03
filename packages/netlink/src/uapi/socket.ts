// Socket level constants (asm-generic/socket.h, linux/socket.h, bits/socket.h); x86_64 and arm64 agree on all of them.

export const AF_UNSPEC = 0;
export const AF_INET = 2;
export const AF_INET6 = 10;
export const AF_NETLINK = 16;
export const AF_PACKET = 17;

export const SOCK_DGRAM = 2;
export const SOCK_RAW = 3;
export const SOCK_NONBLOCK = 0o4000;
export const SOCK_CLOEXEC = 0o2000000;

export const MSG_TRUNC = 0x20;
export const MSG_DONTWAIT = 0x40;

export const SOL_SOCKET = 1;
export const SO_RCVBUF = 8;
export const SO_RCVTIMEO = 20;
export const SO_BINDTODEVICE = 25;
export const SO_ATTACH_FILTER = 26;
export const SO_RCVBUFFORCE = 33;

export const CLONE_NEWNET = 0x40000000; // linux/sched.h
