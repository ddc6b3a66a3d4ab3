import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startDatabase, type RunningDatabase } from '../../../apps/backend/src/database/start.ts';

const supabaseFolder = resolve(import.meta.dirname, '../../../supabase');

/** Speed instead of durability: the folder is thrown away anyway. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts PostgreSQL in a new temporary folder, with the platform and this
 * project's migrations applied. `stop` also removes the folder.
 */
export async function startTemporaryDatabase(): Promise<RunningDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undertone-database-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  try {
    const running = await startDatabase({
      dataDir,
      supabaseFolder,
      databaseUrl: null,
      password: randomBytes(16).toString('base64url'),
      onLog: () => undefined,
      settings,
    });
    return {
      ...running,
      async stop() {
        await running.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
