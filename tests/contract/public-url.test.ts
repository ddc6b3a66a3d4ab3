import { randomUUID } from 'node:crypto';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../../apps/backend/src/lib/free-port.ts';
import { linkIn, mailTo } from './fixtures/mailbox.ts';
import { visit } from './fixtures/person.ts';
import { createProjectFolder, withConfirmations } from './fixtures/project-folder.ts';

const publicUrl = 'https://undertone.example';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A backend with a public address; the test connects to it directly. */
async function startBehindProxy(
  change: (config: string) => string = (config) => config,
): Promise<TestBackend> {
  const port = await freePort();
  const project = await createProjectFolder((config) => change(withConfirmations(config)));
  ends.push(() => project.remove());
  const env = {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    SUPABASE_FOLDER: project.path,
  };
  const backend = await startBackend({ env });
  ends.push(() => backend.stop());
  return { ...backend, url: `http://127.0.0.1:${port}` };
}

const withSiteUrl = (url: string) => (config: string) =>
  config.replace('site_url = "env(PUBLIC_URL)"', `site_url = "${url}"`);

/** Signs a new person up, and returns the origin of the mailed link, and the address that its page then opens. */
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
  const link = new URL(linkIn(await mailTo(backend, email, 'Confirm your email address')));
  return { origin: link.origin, next: link.searchParams.get('next') };
}

it('mailed links lead to PUBLIC_URL with the shipped config, and no warning is logged', async () => {
  const backend = await startBehindProxy();
  const toRoot = { origin: publicUrl, next: `${publicUrl}/` };
  expect(await confirmationLink(backend)).toEqual(toRoot);
  const next = `${publicUrl}/auth/callback?next=/settings`;
  expect(await confirmationLink(backend, next)).toEqual({ origin: publicUrl, next });
  // Links do not lead to a program on the recipient's machine either.
  const elsewhere = await confirmationLink(backend, 'http://localhost:3000/');
  expect(elsewhere).toEqual(toRoot);
  expect(backend.startOutput).not.toContain('config.toml');
}, 60_000);

it('PUBLIC_URL overrides the address that `supabase init` writes, and a warning names both', async () => {
  const backend = await startBehindProxy(withSiteUrl('http://127.0.0.1:3000'));
  expect(backend.startOutput).toContain('http://127.0.0.1:3000');
  expect(backend.startOutput).toContain(`PUBLIC_URL is ${publicUrl}`);
  expect(await confirmationLink(backend)).toEqual({ origin: publicUrl, next: `${publicUrl}/` });
}, 60_000);

it('a deliberate site_url decides where links lead, and a warning names the contradiction', async () => {
  const site = 'https://app.undertone.example/';
  const backend = await startBehindProxy(withSiteUrl(site));
  expect(backend.startOutput).toContain(`auth.site_url in config.toml is ${site}`);
  expect(backend.startOutput).toContain(`PUBLIC_URL is ${publicUrl}`);
  expect(await confirmationLink(backend)).toEqual({
    origin: 'https://app.undertone.example',
    next: site,
  });
}, 60_000);
