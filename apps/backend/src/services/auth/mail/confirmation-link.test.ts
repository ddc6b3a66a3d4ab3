import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confirmationLink } from './confirmation-link.ts';

describe('the link of a mail', () => {
  it.each([
    ['https://site.example/', 'https://site.example/confirm?token_hash=abc&type=signup'],
    [
      'https://site.example/a?b=c#d',
      'https://site.example/confirm?token_hash=abc&type=signup&next=%2Fa%3Fb%3Dc',
    ],
    ['app.example://back?b=c', 'app.example://back?b=c&token_hash=abc&type=signup'],
  ])('for the redirect %s is %s', (target, link) => {
    expect(confirmationLink(target, 'abc', 'signup')).toBe(link);
  });
});

describe('a template for hosted projects', () => {
  it.each([
    ['confirmation', 'signup'],
    ['email-change', 'email_change'],
    ['invite', 'invite'],
    ['magic-link', 'magiclink'],
    ['recovery', 'recovery'],
  ])('links to the same page: %s', async (name, type) => {
    const folder = join(import.meta.dirname, '../../../../../../supabase/templates');
    const text = await readFile(join(folder, `${name}.html`), 'utf8');
    expect(text).toContain(
      `href="{{ .SiteURL }}/confirm?token_hash={{ .TokenHash }}&amp;type=${type}"`,
    );
    expect(text).not.toContain('ConfirmationURL');
  });
});
