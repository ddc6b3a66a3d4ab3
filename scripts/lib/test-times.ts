import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const path = join(import.meta.dirname, '../../.cache/test-times.json');

/** The milliseconds that each test file last took, by its path in the project. */
export function readTestTimes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The first run on a machine has no times yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Keeps the times of the files that ran, and the earlier times of all others. */
export function saveTestTimes(times: Readonly<Record<string, number>>): void {
  mkdirSync(dirname(path), { recursive: true });
  const all = Object.entries({ ...readTestTimes(), ...times }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
