// What Swift's Glibc module leaves out of the C library: extended attributes, locks of open files, times of files, new names
// for files, epoll(7) and eventfd(2).

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
static inline int csystem_rename_to_new(const char *path, const char *new_path) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, new_path, 1);
}

#endif
