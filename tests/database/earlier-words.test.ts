import { expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import { refused, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const change = ({ id, owner }: Drop, title: string) =>
  queryAs(owner)`update voice_drops set title = ${title} where id = ${id}`;

const play = (persona: Persona, { id }: Drop) => queryAs(persona)`select add_play(${id})`;

const isEdited = async ({ id }: Drop) => {
  const [row] = await sql<{ edited_at: Date | null }[]>`
    select edited_at from voice_drops where id = ${id}`;
  return row!.edited_at !== null;
};

const earlierTitles = async (persona: Persona, { id }: Drop) => {
  const rows = await queryAs<{ title: string }[]>(persona)`
    select title from earlier_words where voice_drop_id = ${id}`;
  return rows.map(({ title }) => title);
};

it.each<[string, (drop: Drop) => Promise<unknown>, boolean]>([
  ['nobody has listened or answered', () => Promise.resolve(), false],
  ['only its owner has listened', (drop) => play(drop.owner, drop), false],
  ['only its owner has answered', (drop) => make.comment({ on: drop, author: drop.owner }), false],
  ['a visitor has listened', (drop) => play('visitor', drop), true],
  ['another person has listened', async (drop) => play(await make.person(), drop), true],
  ['another person has answered', (drop) => make.comment({ on: drop }), true],
  [
    'the owner has deleted the answer of another person',
    async (drop) => {
      await make.comment({ on: drop });
      await queryAs(drop.owner)`delete from voice_drop_comments where voice_drop_id = ${drop.id}`;
    },
    true,
  ],
])('when %s, a change of the words marks the drop as edited: %#', async (_case, act, expected) => {
  const drop = await make.drop();
  await act(drop);
  await change(drop, 'Anew');
  expect(await isEdited(drop)).toBe(expected);
});

it('a change of the privacy or of spaces marks nothing and stores no words', async () => {
  const drop = await make.drop({ title: 'Late' });
  await make.comment({ on: drop });
  await change(drop, ' Late ');
  await queryAs(
    drop.owner,
  )`update voice_drops set privacy_level = 'followers' where id = ${drop.id}`;
  expect(await isEdited(drop)).toBe(false);
  expect(await earlierTitles(drop.owner, drop)).toEqual([]);
});

it('everybody who sees the drop sees when it was edited, and only its owner the earlier words', async () => {
  const drop = await make.drop({ title: 'Earlier' });
  await make.comment({ on: drop });
  await change(drop, 'Later');
  const { visitor, ...members } = await peopleAround(make, drop);
  const seesMark = async (persona: Persona) => {
    const rows = await queryAs(persona)`
      select from voice_drops where id = ${drop.id} and edited_at is not null`;
    return rows.length > 0;
  };
  expect(await namesWhere({ visitor, ...members }, seesMark)).toEqual([
    'visitor',
    'owner',
    'other',
    'follower',
  ]);
  const reads = async (persona: Persona) => (await earlierTitles(persona, drop)).length > 0;
  expect(await namesWhere(members, reads)).toEqual(['owner']);
  expect(await earlierTitles(drop.owner, drop)).toEqual(['Earlier']);
  await expect(earlierTitles(visitor, drop)).rejects.toMatchObject(refused);
});

it('nobody removes the mark, or writes or deletes earlier words', async () => {
  const drop = await make.drop();
  const as = queryAs(drop.owner);
  await change(drop, 'Later');
  await expect(
    as`update voice_drops set edited_at = null where id = ${drop.id}`,
  ).rejects.toMatchObject(refused);
  await expect(
    as`insert into earlier_words (voice_drop_id, title) values (${drop.id}, 'Forged')`,
  ).rejects.toMatchObject(refused);
  await expect(as`update earlier_words set title = 'Forged'`).rejects.toMatchObject(refused);
  await expect(as`delete from earlier_words`).rejects.toMatchObject(refused);
});

it('earlier words are hidden after 90 days and then deleted', async () => {
  const drop = await make.drop({ title: 'First' });
  await change(drop, 'Second');
  await sql`update earlier_words set replaced_at = now() - interval '90 days'`;
  await change(drop, 'Third');
  expect(await earlierTitles(drop.owner, drop)).toEqual(['Second']);
  await sql`select private.delete_expired()`;
  const left = await sql`select title from earlier_words where voice_drop_id = ${drop.id}`;
  expect(left).toMatchObject([{ title: 'Second' }]);
});
