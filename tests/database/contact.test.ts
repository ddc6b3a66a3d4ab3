import {
  CONTACT_CATEGORIES,
  CONTACT_MAX_LENGTHS,
  type ContactMessage,
} from '@undertone/domain/contact-message';
import { ACT_LIMITS } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { outboxOf } from './support/outbox.ts';
import { refused, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const admin = () => make.staff('admin');
const moderator = () => make.staff();
const outbox = outboxOf<{ id: number; mail: string; email: string; answer: string }>(database);

const message: ContactMessage = {
  name: 'Ann',
  email: 'Ann@Example.com',
  category: 'safety',
  subject: 'A worry',
  message: 'Somebody follows me\nfrom drop to drop.',
};

const send = (
  changes: Partial<ContactMessage> = {},
  from: Persona = 'visitor',
  address = '203.0.113.7',
) => {
  const { name, email, category = null, subject, message: words } = { ...message, ...changes };
  return queryAs(from, { 'x-forwarded-for': address })`
    select send_contact(${name}, ${email}, ${subject}, ${words}, ${category})`;
};

const stored = () => sql<{ id: string; person_id: string; details: object; is_open: boolean }[]>`
  select id, person_id, details, closed_at is null as is_open
  from private.cases where subject_kind = 'contact'`;

const answer = (caller: Persona, id: string, isMailed = true) =>
  queryAs(caller)`select desk_answer(${id}, 'We are on it.', ${isMailed})`;

describe('a contact message', () => {
  it('is a case of the desk, also of a visitor', async () => {
    await admin();
    await send();
    expect([...(await stored())]).toMatchObject([
      {
        person_id: null,
        details: { ...message, email: 'ann@example.com' },
      },
    ]);
  });

  it('is closed without its words when the account of its sender is deleted', async () => {
    await admin();
    const sender = await make.person();
    await send({}, sender);
    await sql`delete from auth.users where id = ${sender.id}`;
    expect(await stored()).toMatchObject([{ person_id: sender.id, details: {}, is_open: false }]);
  });

  it('is refused, and not stored, while there are no staff', async () => {
    await expect(send()).rejects.toMatchObject({
      code: 'PT404',
      message: 'Nobody reads messages here yet. Yours was not stored.',
    });
    expect([...(await stored())]).toEqual([]);
  });

  it.each([
    ['without words', { message: ' \n ' }],
    ['without an address', { email: 'ann' }],
    ...Object.entries(CONTACT_MAX_LENGTHS).map(([field, most]): [string, object] => [
      `with a ${field} that is too long`,
      { [field]: `${'a'.repeat(most - 4)}@b.cd` },
    ]),
  ])('is refused %s', async (_fault, changes) => {
    await admin();
    await expect(send(changes)).rejects.toMatchObject({ code: 'PT422' });
  });

  it('is accepted in each category of packages/domain, and in no other', async () => {
    await admin();
    for (const [index, category] of CONTACT_CATEGORIES.entries()) {
      await send({ category }, 'visitor', `198.51.${index}.1`);
    }
    await expect(sql`select send_contact('A', 'a@b.cd', 'A', 'A', 'other')`).rejects.toMatchObject({
      code: 'PT422',
    });
  });

  it('is limited for a network', async () => {
    await admin();
    for (let count = 0; count < ACT_LIMITS.contact['1 hour']; count += 1) {
      await send({ email: `${count}@example.com` }, 'visitor', `203.0.113.${count}`);
    }
    await expect(send({ email: 'new@example.com' })).rejects.toMatchObject({
      code: 'PT429',
      message: 'You have sent many messages within the last hour. Please try again later.',
    });
    await send({ email: 'new@example.com' }, 'visitor', '203.0.112.1');
  });

  it('is limited for an address, from wherever it is sent', async () => {
    await admin();
    for (let count = 0; count < ACT_LIMITS.contact['1 hour']; count += 1) {
      await send({}, 'visitor', `2001:db8:${count}::1`);
    }
    await expect(send({}, 'visitor', '2001:db8:ffff::1')).rejects.toMatchObject({ code: 'PT429' });
  });
});

describe('an answer', () => {
  it('is mailed to the address of the message, and closes its case', async () => {
    const staff = await moderator();
    await send();
    const [{ id } = { id: '' }] = await stored();
    await answer(staff, id);
    const [mail, ...others] = await outbox.claim();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      mail: 'mail-contact',
      email: 'ann@example.com',
      title: 'A worry',
      question: message.message,
      answer: 'We are on it.',
    });
    await outbox.finish([mail!], 'delivered');
    expect(await outbox.claim()).toEqual([]);
    expect(await stored()).toMatchObject([{ is_open: false }]);
    await expect(answer(staff, id)).rejects.toMatchObject({ code: 'PT409' });
  });

  it('that was written by hand is not mailed', async () => {
    const staff = await moderator();
    await send();
    await answer(staff, (await stored())[0]!.id, false);
    expect(await outbox.claim()).toEqual([]);
    expect(await stored()).toMatchObject([{ is_open: false }]);
  });

  it('is an act in the log', async () => {
    const staff = await moderator();
    await send();
    await answer(staff, (await stored())[0]!.id);
    expect(
      await sql`select staff_id, act, after from private.staff_log where act = 'answer'`,
    ).toMatchObject([{ staff_id: staff.id, act: 'answer', after: { answer: 'We are on it.' } }]);
  });

  it('is refused to people who are no staff, without a second factor, and to who has sent the message', async () => {
    const staff = await moderator();
    await send({}, staff);
    const [{ id } = { id: '' }] = await stored();
    const notFound = { code: 'PT404' };
    await expect(answer({ ...(await make.person()), aal: 'aal2' }, id)).rejects.toMatchObject(
      notFound,
    );
    await expect(answer('visitor', id)).rejects.toMatchObject(refused);
    await expect(answer({ ...(await moderator()), aal: 'aal1' }, id)).rejects.toMatchObject({
      code: 'PT403',
    });
    await expect(answer(staff, id)).rejects.toMatchObject(notFound);
  });
});
