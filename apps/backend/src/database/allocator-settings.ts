/**
 * Environment variables that configure glibc's malloc when a process starts. By default it keeps an
 * arena for each of many threads, and raises its thresholds when large blocks are freed, so that less
 * memory is returned to the system. With fixed thresholds larger blocks are returned. Other C
 * libraries ignore these variables.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(512 * 1024),
} as const;
