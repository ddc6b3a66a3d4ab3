import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const runningSchema = z.object({ url: z.string(), publishableKey: z.string() });

it('the backend’s own program serves a project without a site until it is stopped', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'backend-main-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const project = join(import.meta.dirname, 'services/storage/fixtures/supabase');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      SUPABASE_FOLDER: project,
      LOG_LEVEL: 'info',
    },
  });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('{')) lines.push(line);
    if (line.startsWith('Applying')) break;
  }
  expect(lines).toEqual(['Making the database…', 'Applying 1 migration…']);
  // The reader of the output ends, as in `npm start | head`: the start goes on.
  child.stdout.destroy();
  await expect.poll(() => readdir(dataDir)).toContain('backend.json');

  const running = await readFile(join(dataDir, 'backend.json'), 'utf8');
  const { url, publishableKey } = runningSchema.parse(JSON.parse(running));
  const page = await fetch(url);
  expect(page.status).toBe(404);
  expect(await page.json()).toEqual({ code: 'not_found', message: '/ is not served here' });
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const buckets = await fetch(`${url}/storage/v1/bucket`, { headers: { apikey: publishableKey } });
  expect(buckets.status).toBe(200);

  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(await readdir(dataDir)).not.toContain('backend.json');
}, 120_000);
