import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../../apps/backend/src/lib/free-port.ts';
import { linkIn, mailTo } from './fixtures/mailbox.ts';
import { visit } from './fixtures/person.ts';

const project = join(import.meta.dirname, '../../supabase');
const publicUrl = 'https://undertone.example';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A copy of this project with e-mail confirmations switched on, and the test's changes. */
async function folderWith(change: (config: string) => string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-project-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(project, 'migrations'), join(folder, 'migrations'));
  await cp(join(project, 'config.toml'), join(folder, 'config.toml'));
  const config = await readFile(join(folder, 'config.toml'), 'utf8');
  const confirming = config.replace('enable_confirmations = false', 'enable_confirmations = true');
  await writeFile(join(folder, 'config.toml'), change(confirming));
  return folder;
}

/** A backend with a public address; the test connects to it directly. */
async function startBehindProxy(
  change: (config: string) => string = (config) => config,
): Promise<TestBackend> {
  const port = await freePort();
  const env = {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    SUPABASE_FOLDER: await folderWith(change),
  };
  const backend = await startBackend({ env });
  ends.push(() => backend.stop());
  return { ...backend, url: `http://127.0.0.1:${port}` };
}

const withSiteUrl = (url: string) => (config: string) =>
  config.replace('site_url = "env(PUBLIC_URL)"', `site_url = "${url}"`);

/** Signs a new person up, and returns the origin of the mailed link, and the path that its page then opens. */
async function confirmationLink(backend: TestBackend, emailRedirectTo?: string) {
  const email = `${randomUUID()}@example.com`;
  const { error } = await visit(backend).auth.signUp({
    email,
    password: 'correct horse battery',
    options: {
      data: { username: `p-${randomUUID().slice(0, 13)}` },
      ...(emailRedirectTo === undefined ? {} : { emailRedirectTo }),
    },
  });
  expect(error).toBeNull();
  const link = new URL(linkIn(await mailTo(backend, email, 'Confirm your e-mail address')));
  return { origin: link.origin, next: link.searchParams.get('next') };
}

it('mailed links lead to PUBLIC_URL with the shipped config, and no warning is logged', async () => {
  const backend = await startBehindProxy();
  expect(await confirmationLink(backend)).toEqual({ origin: publicUrl, next: null });
  const page = `${publicUrl}/auth/callback?next=/settings`;
  const next = '/auth/callback?next=/settings';
  expect(await confirmationLink(backend, page)).toEqual({ origin: publicUrl, next });
  // Links do not lead to a program on the recipient's machine either.
  const elsewhere = await confirmationLink(backend, 'http://localhost:3000/');
  expect(elsewhere).toEqual({ origin: publicUrl, next: null });
  expect(backend.startOutput).not.toContain('config.toml');
}, 60_000);

it('PUBLIC_URL overrides the address that `supabase init` writes, and a warning names both', async () => {
  const backend = await startBehindProxy(withSiteUrl('http://127.0.0.1:3000'));
  expect(backend.startOutput).toContain('http://127.0.0.1:3000');
  expect(backend.startOutput).toContain(`PUBLIC_URL is ${publicUrl}`);
  expect(await confirmationLink(backend)).toEqual({ origin: publicUrl, next: null });
}, 60_000);

it('a deliberate site_url decides where links lead, and a warning names the contradiction', async () => {
  const site = 'https://app.undertone.example/';
  const backend = await startBehindProxy(withSiteUrl(site));
  expect(backend.startOutput).toContain(`auth.site_url in config.toml is ${site}`);
  expect(backend.startOutput).toContain(`PUBLIC_URL is ${publicUrl}`);
  expect(await confirmationLink(backend)).toEqual({
    origin: 'https://app.undertone.example',
    next: null,
  });
}, 60_000);
