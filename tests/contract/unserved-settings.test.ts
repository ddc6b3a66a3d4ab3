import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, expect, it } from 'vitest';

const project = join(import.meta.dirname, '../../supabase');

let folder: string;
let config: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-project-'));
  await symlink(join(project, 'migrations'), join(folder, 'migrations'));
  config = await readFile(join(project, 'config.toml'), 'utf8');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a backend with the shipped config and additional settings, and returns its output until it is ready. */
const startWith = async (more: string): Promise<string> => {
  await writeFile(join(folder, 'config.toml'), `${config}\n${more}`);
  const backend = await startBackend({ env: { SUPABASE_FOLDER: folder } });
  await backend.stop();
  return backend.startOutput;
};

it('a start names each setting that is not served, and none of the shipped config', async () => {
  expect(await startWith('')).not.toContain('not served');
  const warned = await startWith('[auth.email.smtp]\nhost = "smtp.example"');
  expect(warned).toContain('settings of config.toml are not served here');
  expect(warned).toContain('"auth.email.smtp.host"');
}, 60_000);

it('a start fails with the reason when a protection is enabled that is not served', async () => {
  const start = startWith('[auth.captcha]\nenabled = true\nprovider = "turnstile"\nsecret = "x"');
  await expect(start).rejects.toThrow(
    'auth.captcha.enabled = true: no captchas are asked for here',
  );
  await expect(start).rejects.not.toThrow(/\bat .*\.ts:/);
});
