import { expect, it } from 'vitest';
import { alreadyThere, breaksCheck, refused } from './support/persona.ts';
import type { Person, Persona } from './support/persona.ts';
import type { Drop } from './support/factories.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

const mute = (by: Person, kind: string, subject: string, until: string | null = null) =>
  queryAs(by)`
    insert into mutes (kind, subject, until)
    values (${kind}, ${subject}, now() + ${until}::interval)
    returning subject`;

const isMuted = async (persona: Persona, { id }: Drop) => {
  const [row] = await queryAs<{ is_muted: boolean }[]>(persona)`
    select is_muted(voice_drops) from voice_drops where id = ${id}`;
  return row?.is_muted;
};

const noticesOf = (person: Person) => queryAs(person)`select type from notifications`;

it('only the account reads, changes and deletes its mutes', async () => {
  const [me, muted, other] = await make.people(3);
  await mute(me, 'person', muted.id);
  expect(await queryAs(me)`select from mutes where person_id = ${muted.id}`).toHaveLength(1);
  for (const person of [muted, other]) {
    expect(await queryAs(person)`select from mutes`).toHaveLength(0);
    expect((await queryAs(person)`update mutes set until = now()`).count).toBe(0);
    expect((await queryAs(person)`delete from mutes`).count).toBe(0);
  }
  await expect(queryAs('visitor')`select from mutes`).rejects.toMatchObject(refused);
  await expect(
    queryAs(other)`insert into mutes (user_id, kind, subject) values (${me.id}, 'word', 'rain')`,
  ).rejects.toMatchObject(refused);
  expect((await queryAs(me)`update mutes set until = now() + interval '1 day'`).count).toBe(1);
  expect((await queryAs(me)`delete from mutes`).count).toBe(1);
});

it('subjects are folded, and each is muted once', async () => {
  const me = await make.person();
  expect([...(await mute(me, 'hashtag', '#Regen'))]).toEqual([{ subject: 'regen' }]);
  expect([...(await mute(me, 'word', '  Große Wörter '))]).toEqual([{ subject: 'grosse wörter' }]);
  await expect(mute(me, 'hashtag', 'REGEN')).rejects.toMatchObject(alreadyThere);
  await expect(mute(me, 'hashtag', 'two words')).rejects.toMatchObject(breaksCheck);
  await expect(mute(me, 'word', ' ')).rejects.toMatchObject(breaksCheck);
  await expect(mute(me, 'person', me.id)).rejects.toMatchObject(breaksCheck);
  await expect(mute(me, 'drop', 'rain')).rejects.toMatchObject(breaksCheck);
});

it('drops of a muted person are marked for the account only, and stay readable', async () => {
  const [me, other] = await make.people(2);
  const drop = await make.drop();
  await mute(me, 'person', drop.owner.id);
  expect(await database.sees(me, drop)).toBe(true);
  expect(await isMuted(me, drop)).toBe(true);
  for (const persona of [other, drop.owner, 'visitor'] as const) {
    expect(await isMuted(persona, drop)).toBe(false);
  }
});

it.each([
  ['rain', 'Rain, again', true],
  ['rain', 'A train', false],
  ['rain', 'rainy', false],
  ['a.b', 'is a.b here', true],
  ['a.b', 'is axb here', false],
  ['c++', 'I like C++', true],
  ['regen', 'der Regen', true],
  ['été', 'l’ÉTÉ dernier', true],
  ['été', 'répétéx', false],
  ['雨', '今日は雨です', true],
])('the muted word %s and the title %s', async (word, title, expected) => {
  const me = await make.person();
  await mute(me, 'word', word);
  expect(await isMuted(me, await make.drop({ title }))).toBe(expected);
  // One's own words are not muted.
  expect(await isMuted(me, await make.drop({ title }, me))).toBe(false);
});

it('a mute ends by itself, and ended ones are deleted', async () => {
  const me = await make.person();
  const drop = await make.drop({ hashtags: ['rain'] });
  await mute(me, 'hashtag', 'rain', '1 day');
  expect(await isMuted(me, drop)).toBe(true);
  await sql`update mutes set until = now() - interval '1 second'`;
  expect(await isMuted(me, drop)).toBe(false);
  await sql`select private.delete_expired()`;
  expect(await sql`select from mutes`).toHaveLength(0);
});

it('lists that the database makes leave out what is muted', async () => {
  const me = await make.person();
  const [byMuted, tagged, worded, kept] = await Promise.all([
    make.drop({ title: 'One' }),
    make.drop({ title: 'Two', hashtags: ['rain'] }),
    make.drop({ title: 'Such thunder' }),
    make.drop({ title: 'Four' }),
  ]);
  for (const { owner } of [byMuted, tagged, worded, kept]) await make.follow(me, owner);
  await mute(me, 'person', byMuted.owner.id);
  await mute(me, 'hashtag', 'rain');
  await mute(me, 'word', 'thunder');
  const following = await queryAs<{ id: string }[]>(me)`select id from following_drops()`;
  expect(following.map(({ id }) => id)).toEqual([kept.id]);
  const recent = await queryAs<{ id: string }[]>(me)`
    select id from voice_drops where is_muted(voice_drops) is false`;
  expect(recent.map(({ id }) => id)).toEqual([kept.id]);
  const places = await queryAs<{ voice_drop_id: string }[]>(me)`
    select voice_drop_id from voice_drop_ranks`;
  expect(places.map(({ voice_drop_id: id }) => id)).not.toContain(byMuted.id);
  const { username } = byMuted.owner;
  expect(await queryAs(me)`select from search_suggestions(${username})`).toHaveLength(0);
  expect(await queryAs(kept.owner)`select from search_suggestions(${username})`).toHaveLength(1);
  expect(await queryAs(me)`select from search_suggestions('#rain')`).toHaveLength(0);
  expect(await queryAs(kept.owner)`select from search_suggestions('#rain')`).toHaveLength(1);
});

it('comments of a muted person are left out for the account, not for others', async () => {
  const [me, other] = await make.people(2);
  const comment = await make.comment();
  await mute(me, 'person', comment.author.id);
  const read = (persona: Persona) =>
    queryAs(persona)`select from voice_drop_comments where id = ${comment.id}`;
  expect(await read(me)).toHaveLength(0);
  for (const persona of [other, comment.author, comment.drop.owner, 'visitor'] as const) {
    expect(await read(persona)).toHaveLength(1);
  }
});

it('shows no notification of a muted person’s acts, and of no comment with a muted word', async () => {
  const [me, muted, other] = await make.people(3);
  const drop = await make.drop({ title: 'My thunder' }, me);
  await make.like(muted, drop);
  expect(await noticesOf(me)).toHaveLength(1);
  await mute(me, 'person', muted.id);
  await mute(me, 'word', 'thunder');
  // Also what is there already, while it is muted.
  expect(await noticesOf(me)).toHaveLength(0);
  await make.follow(muted, me);
  await make.comment({ on: drop, author: muted });
  await make.comment({ on: drop, author: other, content: 'What a thunder' });
  expect(await noticesOf(me)).toHaveLength(0);
  // The word is in the title of the account's own drop.
  await make.like(other, drop);
  expect([...(await noticesOf(me))]).toEqual([{ type: 'like' }]);
  // Written and hidden: others could find out by a deletion that there was none.
  await queryAs(me)`delete from mutes`;
  const types = (await noticesOf(me)).map(({ type }) => String(type));
  expect(types.toSorted()).toEqual(['comment', 'comment', 'follow', 'like', 'like']);
});

it('an account mutes at most 200 subjects, and may change one of them then', async () => {
  const me = await make.person();
  await sql`
    insert into mutes (user_id, kind, subject)
    select ${me.id}, 'word', 'w' || n from generate_series(1, 200) as n`;
  await expect(mute(me, 'word', 'more')).rejects.toMatchObject({ code: 'PT429' });
  const changed = await queryAs(me)`
    insert into mutes (kind, subject, until) values ('word', 'W7', now() + interval '1 day')
    on conflict (user_id, kind, subject) do update set until = excluded.until returning subject`;
  expect([...changed]).toEqual([{ subject: 'w7' }]);
});
