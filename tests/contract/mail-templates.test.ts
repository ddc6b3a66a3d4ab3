import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../supabase/templates');
const names = await readdir(folder);
const read = (name: string) => readFile(join(folder, name), 'utf8');

/** The styles and the name of the product, without the title. */
const frameOf = (template: string): string =>
  template.slice(0, template.indexOf('<h1>')).replace(/<title>.*<\/title>/, '');

describe.each(names)('the mail template %s', (name) => {
  it('has the frame of all templates', async () => {
    expect(frameOf(await read(name))).toBe(frameOf(await read('recovery.html')));
  });

  it('names the account, and loads nothing from elsewhere', async () => {
    const template = await read(name);
    expect(template).toMatch(/\{\{ \.Email \}\}/);
    expect(template).not.toMatch(/https?:|src=|url\(|@import/);
  });
});

// A mail scanner that opens links must not redeem their tokens, as `{{ .ConfirmationURL }}` would.
it.each([
  ['confirmation', 'signup'],
  ['email-change', 'email_change'],
  ['invite', 'invite'],
  ['magic-link', 'magiclink'],
  ['recovery', 'recovery'],
])('the template %s links to the page that sends the token after a press', async (name, type) => {
  const template = await read(`${name}.html`);
  expect(template).toContain(
    `href="{{ .SiteURL }}/confirm?token_hash={{ .TokenHash }}&amp;type=${type}&amp;next={{ .RedirectTo }}"`,
  );
  expect(template).not.toContain('ConfirmationURL');
});
