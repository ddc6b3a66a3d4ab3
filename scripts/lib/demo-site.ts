import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningBackend } from '../../apps/backend/src/operations/running-file.ts';
import { seedDemo } from '../../supabase/seed/demo.ts';
import { buildSiteWhenStale } from './build-site.ts';
import { projectEnv, start } from './run.ts';
import { waitForBackend } from './running-backend.ts';

/**
 * Runs the site with the demo in a temporary folder for as long as the work takes.
 * @param port used unless PORT is set
 * @param work also receives the folder
 */
export async function withDemoSite(
  port: number,
  work: (running: RunningBackend, folder: string) => Promise<void>,
): Promise<void> {
  await buildSiteWhenStale();
  const folder = await mkdtemp(join(tmpdir(), 'undertone-demo-'));
  process.env.DATA_DIR = join(folder, 'data');
  process.env.PORT ??= String(port);
  const backend = start('node', ['apps/site-server/src/main.ts'], { env: projectEnv() });
  try {
    const running = await waitForBackend(backend);
    if (!running) throw new Error('The backend did not start.');
    await seedDemo(running);
    await work(running, folder);
  } finally {
    backend.kill('SIGTERM');
    await new Promise((resolve) => backend.once('exit', resolve));
    await rm(folder, { recursive: true, force: true });
  }
}
