import { ACT_LIMITS } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { conversationsOf } from './support/conversations.ts';
import { errorOf, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { open, send, sideOf, wordsRead, call, markRead, takeNews, request } =
  conversationsOf(database);

const accepts = async (person: Person, caller: Person) => {
  const [row] = await queryAs<{ accepts_messages: boolean }[]>(caller)`
    select profile.accepts_messages from profiles as profile where user_id = ${person.id}`;
  return row?.accepts_messages;
};

const set = (person: Person, from: string) =>
  queryAs(person)`update account_settings set messages_from = ${from} where user_id = ${person.id}`;

const write = async (from: Person, to: Person) => send(from, await open(from, to));

describe('the first message', () => {
  it('arrives in Requests, and as a conversation if the recipient follows the sender', async () => {
    for (const follows of [false, true]) {
      const [ann, bob] = await make.people(2);
      if (follows) await make.follow(bob, ann);
      const { conversation_id } = await write(ann, bob);
      expect(await sideOf(bob, conversation_id)).toMatchObject({
        is_accepted: follows,
        state: follows ? 'open' : 'request',
      });
      expect((await sideOf(ann, conversation_id))?.state).toBe(follows ? 'open' : 'waiting');
    }
  });

  it('is a request also if the recipient had opened the conversation without writing', async () => {
    const [ann, bob] = await make.people(2);
    const conversation = await open(bob, ann);
    await open(ann, bob);
    await send(ann, conversation);
    expect((await sideOf(bob, conversation))?.state).toBe('request');
  });

  it('is the only one before it is accepted', async () => {
    const { ann, bob, conversation } = await request();
    expect(await errorOf(send(ann, conversation))).toMatchObject({ code: 'PT403' });
    await call(bob, 'accept_conversation', conversation);
    expect((await sideOf(ann, conversation))?.state).toBe('open');
    await send(ann, conversation, 'Thanks');
    expect(await wordsRead(bob, conversation)).toEqual(['Hello Bob', 'Thanks']);
  });

  it('is the only one also after its recipient has deleted it, which its sender cannot see', async () => {
    const { ann, bob, conversation } = await request();
    const before = await sideOf(ann, conversation);
    await takeNews();
    await call(bob, 'delete_conversation', conversation);
    expect((await takeNews()).map(({ to }) => to)).toEqual([bob.id]);
    expect(await sideOf(ann, conversation)).toEqual(before);
    expect(await errorOf(send(ann, conversation))).toMatchObject({ code: 'PT403' });
  });

  it('is accepted by an answer', async () => {
    const { ann, bob, conversation } = await request();
    await send(bob, conversation, 'Hello');
    expect((await sideOf(bob, conversation))?.state).toBe('open');
    await send(ann, conversation);
  });
});

it('before acceptance neither reading nor typing is shown', async () => {
  const { ann, bob, conversation } = await request();
  await takeNews();
  await markRead(bob, conversation, 1);
  for (const person of [ann, bob]) await call(person, 'show_typing', conversation);
  expect((await takeNews()).map(({ to, event }) => ({ to, event }))).toEqual([
    { to: bob.id, event: 'conversation' },
  ]);
  expect((await sideOf(ann, conversation))?.other_read_position).toBeNull();
});

describe('the setting who may write', () => {
  it.each([
    ['everyone', ['stranger', 'followed', 'written']],
    ['following', ['followed', 'written']],
    ['nobody', ['written']],
  ])('%s', async (from, expected) => {
    const [me, stranger, followed, written] = await make.people(4);
    const blocked = await make.person();
    await make.follow(me, followed);
    await make.block(me, blocked);
    await write(me, written);
    await set(me, from);
    const people = { stranger, followed, written, self: me, blocked };
    for (const [name, person] of Object.entries(people)) {
      const may = expected.includes(name);
      // A blocked person does not see the profile at all.
      expect([name, await accepts(me, person)]).toEqual([
        name,
        name === 'blocked' ? undefined : may,
      ]);
      const answer = await write(person, me).then(
        () => 'sent',
        ({ code }: { code: string }) => code,
      );
      expect([name, answer]).toEqual([name, may ? 'sent' : name === 'blocked' ? 'PT404' : 'PT403']);
    }
  });

  it('applies to a conversation that was opened before, until somebody has written in it', async () => {
    const [ann, bob] = await make.people(2);
    const conversation = await open(ann, bob);
    await set(bob, 'nobody');
    expect(await errorOf(send(ann, conversation))).toMatchObject({ code: 'PT403' });
    await open(bob, ann);
    expect(await errorOf(send(ann, conversation))).toMatchObject({ code: 'PT403' });
    await send(bob, conversation);
    await send(ann, conversation);
  });
});

describe('a day', () => {
  const isRefused = async (person: Person) =>
    (await errorOf(write(person, await make.person()))) !== null;

  it.each([
    [ACT_LIMITS.stranger['1 day'], true],
    [5, false],
  ])('has %i new strangers; the account is established: %s', async (most, isEstablished) => {
    const me = isEstablished ? await make.established() : await make.person();
    for (let count = 0; count < most; count += 1) expect(await isRefused(me)).toBe(false);
    expect(await isRefused(me)).toBe(true);
    const follower = await make.person();
    await make.follow(follower, me);
    await write(me, follower);
    await sql`
      update private.recent_acts set short_ends = now(), long_ends = now() where act = 'stranger'`;
    expect(await isRefused(me)).toBe(false);
  });
});

it('nobody writes to themselves, nor to an account that does not exist', async () => {
  const me = await make.person();
  expect(await errorOf(open(me, me))).toMatchObject({ code: 'PT403' });
  const missing = { id: '00000000-0000-4000-8000-000000000000', username: 'missing' };
  expect(await errorOf(open(me, missing))).toMatchObject({ code: 'PT404' });
});
