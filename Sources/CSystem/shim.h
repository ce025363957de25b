// What Swift's Glibc module leaves out of the C library: extended attributes, renameat2(2),
// copy_file_range(2), posix_spawn_file_actions_addclosefrom_np(3) and mallopt(3); masks of bytes; and SHA-256.
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

// <unistd.h> with _GNU_SOURCE.
ptrdiff_t copy_file_range(int in, long *in_offset, int out, long *out_offset, size_t length, unsigned flags);

// <spawn.h> with _GNU_SOURCE, from glibc 2.34 on.
int posix_spawn_file_actions_addclosefrom_np(void *actions, int first_descriptor);

// <malloc.h>.
int mallopt(int option, int value);

// The bytes among 64 that have a value once some of their bits are set: a bit for each, the first one lowest. There is no
// such mask of a vector in Swift; SSE2 and NEON have instructions for it.
typedef unsigned char suppliergo_bytes __attribute__((ext_vector_type(64)));
typedef _Bool suppliergo_bits __attribute__((ext_vector_type(64)));

static inline unsigned long long suppliergo_equal_bytes(const void *bytes, unsigned char bits, unsigned char value) {
    suppliergo_bytes block;
    suppliergo_bits equal;
    unsigned long long mask;
    __builtin_memcpy(&block, bytes, sizeof block);
    equal = __builtin_convertvector((block | bits) == value, suppliergo_bits);
    __builtin_memcpy(&mask, &equal, sizeof mask);
    return mask;
}

// The bytes among 16 or fewer that end or interrupt a string in JSON: quotation marks, backslashes and control codes.
typedef unsigned char suppliergo_some_bytes __attribute__((ext_vector_type(16)));
typedef _Bool suppliergo_some_bits __attribute__((ext_vector_type(16)));

static inline unsigned short suppliergo_string_stops(const void *bytes, size_t count) {
    suppliergo_some_bytes block = 0;
    suppliergo_some_bits stops;
    unsigned short mask;
    __builtin_memcpy(&block, bytes, count < sizeof block ? count : sizeof block);
    stops = __builtin_convertvector((block == '"') | (block == '\\') | (block < 0x20), suppliergo_some_bits);
    __builtin_memcpy(&mask, &stops, sizeof mask);
    return count < sizeof block ? mask & ((1U << count) - 1) : mask;
}

// SHA-256 (FIPS 180-4) by the processor's instructions: `suppliergo_sha256` adds blocks of 64 bytes to a hash of eight
// words. Asking for the instructions takes microseconds in a virtual machine.
#if defined(__x86_64__)
#include <cpuid.h>

typedef unsigned suppliergo_words __attribute__((ext_vector_type(4), aligned(1)));

static inline _Bool suppliergo_has_sha256(void) {
    unsigned a, b, c, d, vector = bit_SSSE3 | bit_SSE4_1;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & vector) == vector && __get_cpuid_count(7, 0, &a, &b, &c, &d)
        && b & bit_SHA;
}

__attribute__((target("sha,sse4.1")))
static inline void suppliergo_sha256(void *hash, const void *blocks, size_t count, const void *constants) {
    suppliergo_words *state = hash, words[4];
    const suppliergo_words *block = blocks, *constant = constants;
    // The instructions want the variables of section 6.2.2 in this order, the last one lowest.
    suppliergo_words abef = __builtin_shufflevector(state[1], state[0], 1, 0, 5, 4);
    suppliergo_words cdgh = __builtin_shufflevector(state[1], state[0], 3, 2, 7, 6);
    for (; count > 0; block += 4, count--) {
        const suppliergo_words old_abef = abef, old_cdgh = cdgh;
        #pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            suppliergo_words word, last = words[(i + 3) & 3];
            if (i < 4) {
                suppliergo_some_bytes b = (suppliergo_some_bytes)block[i];
                word = (suppliergo_words)__builtin_shufflevector(
                    b, b, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
            } else {
                word = __builtin_ia32_sha256msg1(words[i & 3], words[(i + 1) & 3]);
                word += __builtin_shufflevector(words[(i + 2) & 3], last, 1, 2, 3, 4);
                word = __builtin_ia32_sha256msg2(word, last);
            }
            words[i & 3] = word;
            word += constant[i];
            // Two rounds each, after which the variables have changed places.
            cdgh = __builtin_ia32_sha256rnds2(cdgh, abef, word);
            abef = __builtin_ia32_sha256rnds2(abef, cdgh, word.zwzw);
        }
        abef += old_abef;
        cdgh += old_cdgh;
    }
    state[0] = __builtin_shufflevector(abef, cdgh, 3, 2, 7, 6);
    state[1] = __builtin_shufflevector(abef, cdgh, 1, 0, 5, 4);
}
#else
static inline _Bool suppliergo_has_sha256(void) { return 0; }
static inline void suppliergo_sha256(void *hash, const void *blocks, size_t count, const void *constants) {}
#endif

#endif
