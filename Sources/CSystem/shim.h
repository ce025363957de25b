// What Swift's Glibc module leaves out of the C library: extended attributes, locks of open files, times of files, new names
// for files, epoll(7) and eventfd(2); and what Swift has no words for, the processor's instructions for SHA-256.

#ifndef SUPPLIERGO_CSYSTEM_SHIM_H
#define SUPPLIERGO_CSYSTEM_SHIM_H

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

// F_OFD_SETLK and F_OFD_SETLKW of Linux 3.15, which <fcntl.h> names for _GNU_SOURCE only.
static const int csystem_set_open_file_lock = 37;
static const int csystem_await_open_file_lock = 38;

// Sets when a file was last read to now, and leaves when it was written.
static inline int csystem_touch(const char *path) {
    struct timespec times[2] = {{.tv_sec = 0, .tv_nsec = UTIME_NOW}, {.tv_sec = 0, .tv_nsec = UTIME_OMIT}};
    return utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
}

// Gives a file a name that no file has: renameat2(2) with RENAME_NOREPLACE, which <stdio.h> declares for _GNU_SOURCE only.
// Both paths are relative to one directory, or to the working directory where that is AT_FDCWD.
static inline int csystem_rename_to_new(int directory, const char *path, const char *new_path) {
    return (int)syscall(SYS_renameat2, directory, path, directory, new_path, 1);
}

#if defined(__x86_64__)
#include <cpuid.h>

typedef int csystem_lanes __attribute__((vector_size(16)));
typedef unsigned csystem_unsigned __attribute__((vector_size(16)));
typedef char csystem_bytes __attribute__((vector_size(16), aligned(1)));

// Whether the processor has the instructions for SHA-256: leaf 7 of CPUID, bit 29 of EBX, and SSE4.1, bit 19 of ECX of leaf 1.
static inline int csystem_has_sha256(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 19)) return 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1u << 29);
}

// Takes blocks of 64 bytes into a hash of eight words, by the instructions that csystem_has_sha256 tells of.
__attribute__((target("sha,sse4.1,ssse3"))) static inline void csystem_sha256(
    unsigned *hash, const unsigned *constants, const unsigned char *message, long block_count) {
    // The instructions hold the words as FEBA and HGDC, the first one lowest.
    csystem_lanes feba = {(int)hash[5], (int)hash[4], (int)hash[1], (int)hash[0]};
    csystem_lanes hgdc = {(int)hash[7], (int)hash[6], (int)hash[3], (int)hash[2]};
    for (; block_count > 0; block_count--, message += 64) {
        csystem_lanes schedule[4], old_feba = feba, old_hgdc = hgdc;
        for (int part = 0; part < 4; part++) {
            csystem_bytes given = ((const csystem_bytes *)message)[part];
            schedule[part] = (csystem_lanes)__builtin_shufflevector(
                given, given, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
        }
#pragma clang loop unroll(full)
        for (int turn = 0; turn < 16; turn++) {
            csystem_lanes four = schedule[turn & 3], last = schedule[(turn + 3) & 3];
            csystem_lanes sum = {(int)constants[4 * turn], (int)constants[4 * turn + 1], (int)constants[4 * turn + 2],
                (int)constants[4 * turn + 3]};
            sum = (csystem_lanes)((csystem_unsigned)sum + (csystem_unsigned)four);
            hgdc = __builtin_ia32_sha256rnds2(hgdc, feba, sum);
            feba = __builtin_ia32_sha256rnds2(feba, hgdc, __builtin_shufflevector(sum, sum, 2, 3, 2, 3));
            if (turn >= 12) continue;
            csystem_lanes middle = __builtin_shufflevector(schedule[(turn + 2) & 3], last, 1, 2, 3, 4);
            csystem_lanes early = __builtin_ia32_sha256msg1(four, schedule[(turn + 1) & 3]);
            schedule[turn & 3] = __builtin_ia32_sha256msg2(
                (csystem_lanes)((csystem_unsigned)early + (csystem_unsigned)middle), last);
        }
        feba = (csystem_lanes)((csystem_unsigned)feba + (csystem_unsigned)old_feba);
        hgdc = (csystem_lanes)((csystem_unsigned)hgdc + (csystem_unsigned)old_hgdc);
    }
    hash[0] = (unsigned)feba[3], hash[1] = (unsigned)feba[2], hash[4] = (unsigned)feba[1], hash[5] = (unsigned)feba[0];
    hash[2] = (unsigned)hgdc[3], hash[3] = (unsigned)hgdc[2], hash[6] = (unsigned)hgdc[1], hash[7] = (unsigned)hgdc[0];
}
#else
static inline int csystem_has_sha256(void) { return 0; }
static inline void csystem_sha256(
    unsigned *hash, const unsigned *constants, const unsigned char *message, long block_count) {}
#endif

#endif
