#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Lets two tests run at once for each processor, unless the environment says otherwise.
//
// Swift Testing starts all tests at once: hundreds of programs and servers then share two processors, and none of them keeps
// its time limit. Its entry point reads this variable, and nothing written in Swift runs before it.
__attribute__((constructor)) static void limit_width(void) {
    char width[16];
    snprintf(width, sizeof width, "%ld", 2 * sysconf(_SC_NPROCESSORS_ONLN));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
