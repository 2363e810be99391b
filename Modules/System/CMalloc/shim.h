#ifndef CIRCULATION_CMALLOC_SHIM_H
#define CIRCULATION_CMALLOC_SHIM_H

/* How the C library gives out memory: Swift's Glibc module leaves it out. */
#include <malloc.h>

#endif
