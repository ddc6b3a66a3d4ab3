import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../lib/atomic-file.ts';

const runningBackendSchema = z.object({
  url: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  /** Superuser's connection string. */
  databaseUrl: z.string(),
});

/** The data with which scripts connect to a running backend. */
export type RunningBackend = Readonly<z.output<typeof runningBackendSchema>>;

/** The file in DATA_DIR (0600) that exists while the product's backend runs. */
const pathOf = (dataDir: string, product: string): string =>
  join(dataDir, `${product.toLowerCase()}.json`);

export const writeRunningFile = (
  dataDir: string,
  product: string,
  running: RunningBackend,
): Promise<void> =>
  writeFileAtomically(pathOf(dataDir, product), `${JSON.stringify(running, null, 2)}\n`);

export const removeRunningFile = (dataDir: string, product: string): Promise<void> =>
  rm(pathOf(dataDir, product), { force: true });

/** Reads the file of the backend that runs on a data folder; null when there is none. */
export async function readRunningFile(
  dataDir: string,
  product: string,
): Promise<RunningBackend | null> {
  const text = await readFile(pathOf(dataDir, product), 'utf8').catch(() => null);
  return text === null ? null : runningBackendSchema.parse(JSON.parse(text));
}
