import { MAIL_CONFIRMATIONS_MAX } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { mailedPeopleOf } from './support/mailed-people.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const {
  absentPerson,
  askedPerson,
  claim,
  comment,
  confirm,
  finish,
  mailedPerson,
  outcomes,
  passTime,
  setEmail,
} = mailedPeopleOf(database);

const mailState = async (person: Person) => {
  const [row] = await queryAs<{ state: string }[]>(person)`select mail_state() as state`;
  return row!.state;
};

const stop = async (token: string, caller: Persona = 'visitor') => {
  const [row] = await queryAs<{ done: boolean }[]>(caller)`select stop_mail(${token}) as done`;
  return row!.done;
};

describe('an address', () => {
  it('is asked once when Email is switched on, and receives nothing else until its link was followed', async () => {
    const me = await absentPerson();
    await setEmail(me, true);
    await comment(me);
    await passTime('1 hour');
    const [asked, ...others] = await claim();
    expect([asked!.mail, asked!.email, others]).toEqual([
      'mail-confirmation',
      `${me.id}@example.com`,
      [],
    ]);
    await finish([asked!], 'delivered');
    expect(await mailState(me)).toBe('unconfirmed');
    expect(await confirm(asked!.token)).toBe(true);
    expect(await mailState(me)).toBe('confirmed');
    await comment(me);
    await passTime('15 minutes');
    expect(await claim()).toMatchObject([{ mail: 'mail-soon' }]);
  });

  it('is not asked again once it is confirmed, and is after its mails were stopped by a link', async () => {
    const me = await mailedPerson();
    await setEmail(me, false);
    await setEmail(me, true);
    expect(await claim()).toEqual([]);
    await comment(me);
    await passTime('15 minutes');
    const [mail] = await claim();
    // Somebody else may be signed in where the link is followed.
    expect(await stop(mail!.token, await make.person())).toBe(true);
    const [profile] = await sql`
      select email_notifications from profiles where user_id = ${me.id}`;
    expect(profile).toEqual({ email_notifications: false });
    await setEmail(me, true);
    expect(await claim()).toMatchObject([{ mail: 'mail-confirmation' }]);
  });

  it('starts anew after a change', async () => {
    const me = await mailedPerson();
    const [before] = await sql<{ token: string }[]>`
      select private.mail_token(address, 'stop') as token
      from private.mail_addresses as address where user_id = ${me.id}`;
    await sql`update auth.users set email = 'new@example.com' where id = ${me.id}`;
    const asked = await claim();
    expect(asked).toMatchObject([{ mail: 'mail-confirmation', email: 'new@example.com' }]);
    await finish(asked, 'delivered');
    expect(await mailState(me)).toBe('unconfirmed');
    expect(await stop(before!.token)).toBe(false);
    await comment(me);
    await passTime('15 minutes');
    expect(await claim()).toEqual([]);
  });

  it('is asked three times a day at most, for all accounts together', async () => {
    const me = await absentPerson();
    const again = () => queryAs(me)`select send_mail_confirmation()`;
    await setEmail(me, true);
    // While a mail waits, no other is written.
    await again();
    for (let count = 1; count < MAIL_CONFIRMATIONS_MAX; count += 1) {
      await finish(await claim(), 'delivered');
      await again();
    }
    await finish(await claim(), 'delivered');
    expect(await outcomes()).toHaveLength(MAIL_CONFIRMATIONS_MAX);
    await expect(again()).rejects.toMatchObject({ code: 'PT429' });
    expect(await mailState(me)).toBe('unconfirmed');

    await sql`delete from auth.users where id = ${me.id}`;
    const next = await absentPerson();
    await sql`
      update auth.users set email = ${`${me.id}@example.com`} where id = ${next.id}`;
    await setEmail(next, true);
    expect(await claim()).toEqual([]);
    expect(await mailState(next)).toBe('unasked');
    await passTime('1 day');
    await queryAs(next)`select send_mail_confirmation()`;
    expect(await mailState(next)).toBe('unconfirmed');
    expect(await claim()).toHaveLength(1);
  });

  it('that a server refuses for good receives nothing more, until its owner asks for it', async () => {
    const me = await mailedPerson();
    await comment(me);
    await passTime('15 minutes');
    await finish(await claim(), 'refused');
    expect(await mailState(me)).toBe('refused');
    await comment(me);
    await passTime('1 hour');
    expect(await claim()).toEqual([]);
    await queryAs(me)`select send_mail_confirmation()`;
    const [asked] = await claim();
    expect(await mailState(me)).toBe('unconfirmed');
    await confirm(asked!.token);
    expect(await mailState(me)).toBe('confirmed');
  });

  it('is confirmed and stopped by a token of that purpose alone', async () => {
    const { me, asked } = await askedPerson();
    const { me: other, asked: others } = await askedPerson();
    expect(await stop(asked.token)).toBe(false);
    expect(await confirm(asked.token.replace(me.id, other.id))).toBe(false);
    for (const wrong of ['', 'x', `${me.id}.`, `${me.id}.00`, `${asked.token}0`]) {
      expect(await confirm(wrong)).toBe(false);
      expect(await stop(wrong)).toBe(false);
    }
    expect(await mailState(me)).toBe('unconfirmed');
    // The link may be followed where another account is signed in.
    expect(await confirm(others.token, me)).toBe(true);
    expect([await mailState(me), await mailState(other)]).toEqual(['unconfirmed', 'confirmed']);
  });

  it('is shown and asked in a session of its account with the second factor that it has', async () => {
    const { me } = await askedPerson();
    await make.factor(me);
    for (const persona of [me, 'visitor'] as const) {
      await expect(queryAs(persona)`select mail_state()`).rejects.toMatchObject(refused);
      await expect(queryAs(persona)`select send_mail_confirmation()`).rejects.toMatchObject(
        refused,
      );
    }
    expect(await mailState({ ...me, aal: 'aal2' })).toBe('unconfirmed');
  });
});
