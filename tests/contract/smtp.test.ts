// Mails as a receiving server sees them.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../apps/backend/src/lib/free-port.ts';
import { visit } from './fixtures/person.ts';
import { SmtpInbox, type ReceivedMail } from './fixtures/smtp-inbox.ts';

const publicUrl = 'https://undertone.example';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

let folder: string;
let inbox: SmtpInbox;
let backend: TestBackend;
let mail: ReceivedMail;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-dkim-'));
  const keyFile = join(folder, 'dkim.pem');
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  inbox = await SmtpInbox.start();
  const port = await freePort();
  const started = await startBackend({
    env: {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      SMTP_URL: inbox.url,
      DKIM_KEY: keyFile,
      DKIM_SELECTOR: 'mail',
    },
  });
  // The test connects directly.
  backend = { ...started, url: `http://127.0.0.1:${port}` };
  mail = await recoveryMail();
});
afterAll(async () => {
  await backend?.stop();
  await inbox?.stop();
  await rm(folder, { recursive: true, force: true });
});

const email = "o'neil+1@example.com";

/** Signs an account up, and returns the mail with which it may choose a new password. */
async function recoveryMail(): Promise<ReceivedMail> {
  const { auth } = visit(backend);
  const options = { data: { username: 'oneil' } };
  expect(
    (await auth.signUp({ email, password: 'correct horse battery', options })).error,
  ).toBeNull();
  const { error } = await auth.resetPasswordForEmail(email);
  expect(error).toBeNull();
  return vi.waitUntil(() => inbox.mailsTo(email)[0], { timeout: 10_000 });
}

/** Verifies the signature of a mail as its receiver does, with the key that the sender's domain publishes. */
async function verifySignature(source: string | Buffer) {
  const { results } = await dkimVerify(source, {
    resolver: async (name: string) => {
      expect(name).toBe('mail._domainkey.undertone.example');
      const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
      return [[`v=DKIM1; k=rsa; p=${key}`]];
    },
  });
  expect(results).toHaveLength(1);
  return results[0]!;
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
    const signed = /^DKIM-Signature:[^]+? h=([^;]+);/m.exec(source.toString('latin1'))?.[1];
    expect(signed?.split(/:\s*/)).toEqual([
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
