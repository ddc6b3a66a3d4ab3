import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../supabase/templates');
const names = (await readdir(folder)).filter((name) => name !== 'frame.html');
const read = (name: string) => readFile(join(folder, name), 'utf8');
const frame = await read('frame.html');

/** The frame with a template's text, which ends before the footer, and its heading as the title. */
function inFrame(template: string): string {
  const [, text = '', heading = ''] =
    /^( *<h1>(.*?)<\/h1>.*)^ *<p class="footer">/ms.exec(template) ?? [];
  return frame
    .replace('<!-- heading -->', () => heading)
    .replace(/^ *<!-- text -->\n/m, () => text);
}

// With `--update` this writes the file. The function that sends mails cannot read the frame where it is deployed.
it('the mails of notifications have the same frame', async () => {
  const source = `// Generated from supabase/templates/frame.html by this project's tests: see CONTRIBUTING.md.\n\nexport const mailFrame = ${JSON.stringify(frame)};\n`;
  await expect(source).toMatchFileSnapshot(join(folder, '../functions/push/mail-frame.gen.ts'));
});

describe.each(names)('the mail template %s', (name) => {
  // With `--update` this writes the frame into the template.
  it('has the frame of all templates', async () => {
    await expect(inFrame(await read(name))).toMatchFileSnapshot(join(folder, name));
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
