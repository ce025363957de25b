// What Swift's Glibc module leaves out of the C library: extended attributes, renameat2(2),
// copy_file_range(2), posix_spawn_file_actions_addclosefrom_np(3) and mallopt(3); and masks of bytes.
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

// The bytes among 16 that end or interrupt a string in JSON: quotation marks, backslashes and control characters.
typedef unsigned char suppliergo_some_bytes __attribute__((ext_vector_type(16)));
typedef _Bool suppliergo_some_bits __attribute__((ext_vector_type(16)));

static inline unsigned short suppliergo_string_stops(const void *bytes) {
    suppliergo_some_bytes block;
    suppliergo_some_bits stops;
    unsigned short mask;
    __builtin_memcpy(&block, bytes, sizeof block);
    stops = __builtin_convertvector((block == '"') | (block == '\\') | (block < 0x20), suppliergo_some_bits);
    __builtin_memcpy(&mask, &stops, sizeof mask);
    return mask;
}

#endif
