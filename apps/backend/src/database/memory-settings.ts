import { totalmem } from 'node:os';

const MB = 1024 * 1024;

/** The memory of this machine, or the limit of the process's control group, bytes. */
export function availableMemory(): number {
  // 0, or more than there is, where there is no limit.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * PostgreSQL's memory on a machine that also runs the app: less than the quarter that is usual on one of
 * its own, and never less than its default.
 *
 * @param memory of the machine, bytes
 */
export function memorySettings(memory: number): Record<string, string> {
  const share = (part: number, least: number, most: number) =>
    `${Math.round(Math.min(Math.max(memory / part / MB, least), most))}MB`;
  return {
    shared_buffers: share(8, 128, 8192),
    effective_cache_size: share(2, 256, 65_536),
    maintenance_work_mem: share(32, 64, 1024),
  };
}
