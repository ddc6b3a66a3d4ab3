// Mails of notifications, sent by the function that delivers, as a receiving server sees them.
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  publicUrl,
  signedFields,
  startMailingBackend,
  verifySignature,
  type MailingBackend,
} from './fixtures/mailing-backend.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import type { ReceivedMail } from './fixtures/smtp-inbox.ts';

let mailing: MailingBackend;
let sql: Sql;
let fan: Person;
beforeAll(async () => {
  mailing = await startMailingBackend();
  sql = postgres(mailing.backend.databaseUrl, { max: 1, onnotice: () => undefined });
  fan = await signUp(mailing.backend, 'fan');
});
afterAll(async () => {
  await sql?.end();
  await mailing?.stop();
});
beforeEach(() => {
  mailing.inbox.silent = false;
});

const addressOf = ({ username }: Person) => `${username}@example.com`;

const mailAbout = (person: Person, subject: string): Promise<ReceivedMail> => {
  const find = () =>
    mailing.inbox
      .mailsTo(addressOf(person))
      .findLast(({ parsed }) => parsed.subject?.includes(subject));
  return vi.waitUntil(find, { timeout: 10_000 });
};

const switchEmail = (person: Person) =>
  person.client
    .from('profiles')
    .update({ email_notifications: true })
    .eq('user_id', person.id)
    .throwOnError();

/** The token of the address in a mail that leads to a page with this type. */
const tokenIn = ({ parsed }: ReceivedMail, type: string): string =>
  new RegExp(`/confirm\\?token_hash=([\\w.-]+)&type=${type}`).exec(parsed.text ?? '')?.[1] ?? '';

/** A person who receives mails. */
async function mailedPerson(name: string): Promise<Person> {
  const person = await signUp(mailing.backend, name);
  await switchEmail(person);
  const asked = await mailAbout(person, 'Allow Undertone to mail you');
  const { data } = await visit(mailing.backend)
    .rpc('confirm_mail', { token: tokenIn(asked, 'confirm_mail') })
    .throwOnError();
  expect(data).toBe(true);
  return person;
}

const commentOnDropOf = async (person: Person, content: string) => {
  const drop = await postDrop(person, { title: 'Good morning' });
  await fan.client
    .from('voice_drop_comments')
    .insert({ user_id: fan.id, voice_drop_id: drop, content })
    .throwOnError();
};

/**
 * Moves everything that waits into the past, sessions and acts further, and requests what is due as the job does.
 * @param meanwhile what somebody does before
 */
const passTime = async (minutes: number, meanwhile?: () => Promise<void>) => {
  const span = `${minutes} minutes`;
  await sql`
    update private.outbox set due = due - ${span}::interval, created_at = created_at - ${span}::interval,
      claimed_at = claimed_at - ${span}::interval
    where ended_at is null and recipient is not null`;
  await sql`update notifications set created_at = created_at - ${span}::interval`;
  await sql`update auth.sessions set created_at = created_at - interval '1 day'`;
  await sql`delete from private.recent_acts`;
  await meanwhile?.();
  await sql`delete from private.delivery_requests`;
  await sql`select private.request_missed_deliveries()`;
};

it('an unread comment is mailed, signed together with the headers that unsubscribe, and these work', async () => {
  const person = await mailedPerson('reader');
  await commentOnDropOf(person, 'Lovely <b>voice</b>');
  await passTime(15);
  const { source, parsed } = await mailAbout(person, 'fan commented on your voice drop');
  expect(parsed.subject).toBe('fan commented on your voice drop · Undertone');
  expect(parsed.text).toContain('Lovely <b>voice</b>');
  expect(parsed.html).toContain('Lovely &lt;b&gt;voice&lt;/b&gt;');
  expect(parsed.html).not.toMatch(/src=|url\(|@import/);
  expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
  const { status, signingDomain } = await verifySignature(source);
  expect([status.result, signingDomain]).toEqual(['pass', 'undertone.example']);
  expect(signedFields(source)).toEqual(
    expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']),
  );

  const unfolded = source.toString('latin1').replaceAll(/\r\n(?=[ \t])/g, '');
  const header = /^List-Unsubscribe:\s*<([^>]+)>\r$/m.exec(unfolded)?.[1];
  expect(unfolded).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  const address = header?.replace(publicUrl, mailing.backend.url) ?? '';
  const emailSetting = async () =>
    (
      await person.client
        .from('profiles')
        .select('email_notifications')
        .eq('user_id', person.id)
        .single()
    ).data?.email_notifications;
  const page = await fetch(address, { redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([
    303,
    `${publicUrl}/confirm?token_hash=${tokenIn({ source, parsed }, 'stop_mail')}&type=stop_mail`,
  ]);
  expect(await emailSetting()).toBe(true);
  const unsubscribe = (url: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  expect((await unsubscribe(`${address}0`)).status).toBe(404);
  expect(await emailSetting()).toBe(true);
  expect((await unsubscribe(address)).status).toBe(200);
  expect(await emailSetting()).toBe(false);
});

it('a mail that the server refuses for good shows in the settings, until it is sent again', async () => {
  const person = await signUp(mailing.backend, 'nobody');
  mailing.inbox.refused.set(addressOf(person), '5.1.1 no such mailbox');
  await switchEmail(person);
  const state = async () => (await person.client.rpc('mail_state').throwOnError()).data;
  await expect.poll(state).toBe('refused');
  expect(mailing.inbox.mailsTo(addressOf(person))).toEqual([]);
  mailing.inbox.refused.clear();
  await person.client.rpc('send_mail_confirmation').throwOnError();
  expect(await state()).toBe('unconfirmed');
  await mailAbout(person, 'Allow Undertone to mail you');
});

it('a mail that the server refuses because of the sender is tried again', async () => {
  const person = await signUp(mailing.backend, 'waiter');
  mailing.inbox.refused.set(addressOf(person), '5.7.1 relay access denied');
  await switchEmail(person);
  const attempts = async () => [
    ...(await sql`select attempts from private.outbox where recipient = ${person.id}`),
  ];
  await expect.poll(attempts).toEqual([{ attempts: 1 }]);
  mailing.inbox.refused.clear();
});

it('the use of the app keeps back what it has shown', async () => {
  const person = await mailedPerson('listener');
  await commentOnDropOf(person, 'Hello');
  await passTime(15, async () => {
    const { data } = await person.client.rpc('record_activity').throwOnError();
    expect(data).toBe(true);
  });
  const outcomes = async () => [
    ...(await sql`
      select outcome from private.outbox where recipient = ${person.id} and kind = 'mail-soon'`),
  ];
  await expect.poll(outcomes).toEqual([{ outcome: 'dropped' }]);
});

it('a sign-in after the first is mailed with the kind of the device', async () => {
  const person = await signUp(mailing.backend, 'traveller');
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const { url, publishableKey } = mailing.backend;
  await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      'user-agent': userAgent,
    },
    body: JSON.stringify({ email: addressOf(person), password: 'correct horse battery' }),
  });
  await passTime(0);
  const { parsed } = await mailAbout(person, 'New sign-in');
  expect(parsed.text).toMatch(
    /Device: Firefox on Linux\s+Time: \d+ \w+ \d{4} at \d\d:\d\d \(UTC\)/,
  );
  expect(mailing.inbox.mailsTo(addressOf(person))).toHaveLength(1);
});

it('a mail whose sending a kill has cut short is repeated once', async () => {
  const person = await mailedPerson('patient');
  await commentOnDropOf(person, 'Hello');
  mailing.inbox.silent = true;
  await passTime(15);
  const first = await mailAbout(person, 'fan commented');
  await mailing.backend.kill();
  await sql.end();
  const backend = await mailing.restart();
  sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
  mailing.inbox.silent = false;
  await passTime(2);
  const comments = () =>
    mailing.inbox
      .mailsTo(addressOf(person))
      .filter(({ parsed }) => parsed.subject?.includes('fan commented'));
  await expect.poll(() => comments().length).toBe(2);
  expect(comments()[1]!.parsed.messageId).toBe(first.parsed.messageId);
  const waiting = () => sql`
    select from private.outbox where recipient = ${person.id} and ended_at is null`;
  await expect.poll(async () => (await waiting()).length).toBe(0);
});
