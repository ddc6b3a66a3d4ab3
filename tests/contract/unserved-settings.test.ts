import { startBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProjectFolder, type ProjectFolder } from './fixtures/project-folder.ts';

let project: ProjectFolder;
beforeAll(async () => {
  project = await createProjectFolder();
});
afterAll(() => project?.remove());

/** Starts a backend with the shipped config and additional settings, and returns its output until it is ready. */
const startWith = async (more: string): Promise<string> => {
  await project.configure((config) => `${config}\n${more}`);
  const backend = await startBackend({ env: { SUPABASE_FOLDER: project.path } });
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
