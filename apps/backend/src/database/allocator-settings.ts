/**
 * How glibc is to manage the memory of a process, as environment variables that it reads when the
 * process starts. Left alone it keeps an arena for each of many threads, and an ever larger
 * share for its own once large pieces have come and gone. Told fixed sizes, it gives back what is
 * larger. Other C libraries do not read them.
 */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(512 * 1024),
} as const;
