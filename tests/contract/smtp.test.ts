// Mails as a receiving server sees them.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  publicUrl,
  signedFields,
  startMailingBackend,
  verifySignature,
  type MailingBackend,
} from './fixtures/mailing-backend.ts';
import { visit } from './fixtures/person.ts';
import type { ReceivedMail } from './fixtures/smtp-inbox.ts';

let mailing: MailingBackend;
let mail: ReceivedMail;
beforeAll(async () => {
  mailing = await startMailingBackend();
  mail = await recoveryMail();
});
afterAll(() => mailing?.stop());

const email = "o'neil+1@example.com";

/** Signs an account up, and returns the mail with which it may choose a new password. */
async function recoveryMail(): Promise<ReceivedMail> {
  const { auth } = visit(mailing.backend);
  const options = { data: { username: 'oneil' } };
  expect(
    (await auth.signUp({ email, password: 'correct horse battery', options })).error,
  ).toBeNull();
  const { error } = await auth.resetPasswordForEmail(email);
  expect(error).toBeNull();
  return vi.waitUntil(() => mailing.inbox.mailsTo(email)[0], { timeout: 10_000 });
}

describe('a mail of an account', () => {
  it('names product, account and what happened, as HTML and as text, with the same link and code', () => {
    const { parsed } = mail;
    expect(parsed.subject).toBe('Choose a new password for Undertone');
    expect(parsed.from?.text).toBe('"Undertone" <no-reply@undertone.example>');
    const { text = '', html } = parsed;
    expect(text).toContain(`the Undertone account of ${email}.`);
    expect(html).toContain(`<strong>${email.replace("'", '&#39;').replace('+', '&#43;')}</strong>`);
    const link = /https:\S+/.exec(text)?.[0] ?? '';
    expect(link).toContain(`${publicUrl}/confirm?token_hash=`);
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    const code = /code: (\d{6})/.exec(text)?.[1];
    expect(html).toContain(`>${code}</strong>`);
  });

  it('is marked as sent by a program, and signed with every header that matters', async () => {
    const { source, parsed } = mail;
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
    const { status, signingDomain } = await verifySignature(source);
    expect([status.result, signingDomain]).toEqual(['pass', 'undertone.example']);
    expect(signedFields(source)).toEqual([
      'from',
      'to',
      'subject',
      'date',
      'message-id',
      'mime-version',
      'content-type',
      'auto-submitted',
    ]);
  });

  it.each([
    ['its subject', 'Subject: Choose', 'Subject: Lose'],
    ['its text', 'this code: ', 'this code: 9'],
  ])('fails the check of its signature when %s was changed', async (_what, text, changed) => {
    const source = mail.source.toString('latin1');
    expect(source).toContain(text);
    const { status } = await verifySignature(source.replace(text, changed));
    expect(status.result).not.toBe('pass');
  });
});
