// What Swift's Glibc module leaves out of the C library: extended attributes and renameat2(2); and what
// Swift cannot express, the processor's instructions for SHA-256.
//
// Functions are declared here where their headers would declare Glibc's types once more.

#ifndef SUPPLIERGO_CSYSTEM_SHIM_H
#define SUPPLIERGO_CSYSTEM_SHIM_H

#include <stddef.h>

// <sys/xattr.h>; ptrdiff_t is the type of ssize_t.
int fsetxattr(int descriptor, const char *name, const void *value, size_t size, int flags);
int fremovexattr(int descriptor, const char *name);
ptrdiff_t fgetxattr(int descriptor, const char *name, void *value, size_t size);
ptrdiff_t lgetxattr(const char *path, const char *name, void *value, size_t size);

// <stdio.h> with _GNU_SOURCE.
int renameat2(int old_directory, const char *old_path, int new_directory, const char *new_path, unsigned flags);

#if defined(__x86_64__)
typedef int csystem_lanes __attribute__((vector_size(16)));
typedef unsigned csystem_unsigned __attribute__((vector_size(16)));
typedef char csystem_bytes __attribute__((vector_size(16), aligned(1)));

// Whether the processor has the instructions for SHA-256: leaf 7 of CPUID, bit 29 of EBX, and SSE4.1, bit 19 of ECX of leaf 1.
static inline int csystem_has_sha256(void) {
    unsigned a = 0, b, c = 0, d;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (a < 7) return 0;
    a = 1, c = 0;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (!(c & 1u << 19)) return 0;
    a = 7, c = 0;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return (b >> 29) & 1;
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
