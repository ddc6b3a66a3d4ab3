import { describe, expect, it } from 'vitest';
import type { TransactionSql } from '../../../database/sql.ts';
import { codeIn, follow, lastMail, linkIn } from '../fixtures/mailbox.ts';
import {
  whileHolding,
  type Person,
  password,
  startAuth,
  newEmail,
} from '../fixtures/running-auth.ts';

const halfConfirmed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const auth = await startAuth();

/** Requests a change. @returns the links in the mails to the current and the new address */
const requestChange = async () => {
  const person = await auth.newPerson();
  const email = newEmail();
  await person.client.updateUser({ email });
  const links = [linkIn(await lastMail(auth, person.email)), linkIn(await lastMail(auth, email))];
  return { person, email, links: [links[0]!, links[1]!] as const };
};

const emailOf = async ({ client }: Person) => (await client.getUser()).data.user?.email;

describe('a change of e-mail', () => {
  it('takes effect once both addresses have confirmed it, in either order', async () => {
    for (const currentFirst of [true, false]) {
      const person = await auth.newPerson();
      const email = newEmail();
      const { data, error } = await person.client.updateUser({ email: email.toUpperCase() });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email: person.email, new_email: email });

      const current = await lastMail(auth, person.email);
      expect(current).toContain(email);
      const links = [linkIn(current), linkIn(await lastMail(auth, email))] as const;
      const [first, second] = currentFirst ? links : links.toReversed();
      expect((await follow(auth, first)).body).toEqual({ msg: halfConfirmed, code: '200' });
      expect(await emailOf(person)).toBe(person.email);
      expect((await follow(auth, first)).body).toMatchObject({ error_code: 'otp_expired' });
      expect((await follow(auth, second)).status).toBe(200);

      const { data: after } = await person.client.getUser();
      expect(after.user).toMatchObject({ email, identities: [{ identity_data: { email } }] });
      expect(after.user).not.toHaveProperty('new_email');
      await auth.onAnotherDevice({ email });
      await expect(auth.onAnotherDevice(person)).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
    }
  });

  it('can be confirmed with the mailed codes', async () => {
    const person = await auth.newPerson();
    const email = newEmail();
    await person.client.updateUser({ email });
    const verify = async (to: string) =>
      auth.ask('/verify', {
        body: { type: 'email_change', email: to, token: codeIn(await lastMail(auth, to)) },
      });
    expect(await verify(person.email)).toMatchObject({
      status: 200,
      body: { msg: halfConfirmed, code: '200' },
    });
    expect((await verify(email)).body).toMatchObject({ user: { email } });
  });

  it('takes effect once when both links are followed at the same time', async () => {
    const { person, email, links } = await requestChange();
    const lock = async (sql: TransactionSql) =>
      sql`select from auth.users where id = ${person.id} for update`;
    const answers = await whileHolding(auth, lock, 2, () =>
      Promise.all(links.map((link) => follow(auth, link))),
    );
    expect(answers.filter(({ body }) => body.msg === halfConfirmed)).toHaveLength(1);
    expect(answers.filter(({ body }) => 'access_token' in body)).toHaveLength(1);
    expect(await emailOf(person)).toBe(email);
  });

  it('needs only the new address where the settings do not ask for both', async () => {
    const lenient = await auth.startAnother({
      settings: { email: { double_confirm_changes: false } },
    });
    const person = await lenient.newPerson();
    const email = newEmail();
    await person.client.updateUser({ email });
    expect((await lenient.mails()).join()).not.toContain(`To: ${person.email}`);
    await follow(lenient, linkIn(await lastMail(lenient, email)));
    expect(await emailOf(person)).toBe(email);
  });

  it('is refused at the confirmation if another account has the address by then', async () => {
    const { person, email, links } = await requestChange();
    await auth.client().signUp({ email, password });
    await follow(auth, links[0]);
    expect((await follow(auth, links[1])).body).toMatchObject({ error_code: 'email_exists' });
    expect(await emailOf(person)).toBe(person.email);
  });

  it('is mailed again on request, after which earlier confirmations do not count', async () => {
    const { person, email, links } = await requestChange();
    await follow(auth, links[0]);
    const restarted = await auth.startAnother({ secrets: auth.secrets });
    await restarted.client().resend({ type: 'email_change', email: person.email });
    const again = linkIn(await lastMail(restarted, email));
    expect((await follow(restarted, again)).body).toMatchObject({ msg: halfConfirmed });
    expect(await emailOf(person)).toBe(person.email);
  });

  it('can be requested once a minute', async () => {
    const { client } = await auth.newPerson();
    await client.updateUser({ email: newEmail() });
    expect((await client.updateUser({ email: newEmail() })).error).toMatchObject({
      status: 429,
      code: 'over_email_send_rate_limit',
    });
  });

  it('cannot be confirmed after a change of password', async () => {
    const { person, links } = await requestChange();
    await person.client.updateUser({ password: 'a harbour at night' });
    expect((await follow(auth, links[1])).body).toMatchObject({ error_code: 'otp_expired' });

    // A request with an ended session cannot repeat it either.
    const restarted = await auth.startAnother({ secrets: auth.secrets });
    await restarted.client().resend({ type: 'email_change', email: person.email });
    expect(await restarted.mails()).toEqual([]);
  });
});
