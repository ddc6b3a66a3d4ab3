import {
  COMMENTS_PER_HOUR_MAX,
  COMMENTS_PER_MINUTE_MAX,
  MENTIONS_MAX,
  MENTIONS_PER_HOUR_MAX,
} from '@undertone/domain/limits';
import { expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person } from './support/persona.ts';
import { openWorld } from './support/world.ts';

const world = openWorld();

const tooMany = (reason: string) => ({ code: 'PT429', message: expect.stringContaining(reason) });

/** Writes several comments in one statement, as one request can. */
const write = (author: Person, drop: Drop, contents: string[], inNameOf = author) =>
  world.as(
    author,
    (sql) => sql`
      insert into voice_drop_comments (voice_drop_id, user_id, content)
      select ${drop.id}, ${inNameOf.id}, content from unnest(${contents}::text[]) as content`,
  );

const words = (count: number, content = 'So true') => Array.from({ length: count }, () => content);

/** Lets what has been said so far be said so long ago. */
const minutesPass = (minutes: number) => world.sql`
  update private.recent_comments set created_at = created_at - make_interval(mins => ${minutes})`;

/** Comments as many as an hour takes, the last of them more than a minute ago. */
const writeForAnHour = async (author: Person, drop: Drop) => {
  for (let written = 0; written < COMMENTS_PER_HOUR_MAX; written += COMMENTS_PER_MINUTE_MAX) {
    await write(author, drop, words(COMMENTS_PER_MINUTE_MAX));
    await minutesPass(2);
  }
};

it('a minute takes as many comments as packages/domain says, and then waits for the next', async () => {
  const drop = await world.make.drop();
  const author = await world.make.person();
  await write(author, drop, words(COMMENTS_PER_MINUTE_MAX));
  await expect(write(author, drop, words(1))).rejects.toMatchObject(tooMany('very fast'));
  await minutesPass(1);
  expect((await write(author, drop, words(1))).count).toBe(1);
});

it('one request with too many comments writes none of them', async () => {
  const drop = await world.make.drop();
  const author = await world.make.person();
  await expect(write(author, drop, words(COMMENTS_PER_MINUTE_MAX + 1))).rejects.toMatchObject(
    tooMany('very fast'),
  );
  expect((await write(author, drop, words(COMMENTS_PER_MINUTE_MAX))).count).toBe(
    COMMENTS_PER_MINUTE_MAX,
  );
});

it('an hour takes as many comments as packages/domain says', async () => {
  const drop = await world.make.drop();
  const author = await world.make.person();
  await writeForAnHour(author, drop);
  await expect(write(author, drop, words(1))).rejects.toMatchObject(
    tooMany('within the last hour'),
  );
  await minutesPass(59);
  expect((await write(author, drop, words(1))).count).toBe(1);
});

it('an hour takes as many mentions as packages/domain says; comments without any go on', async () => {
  const drop = await world.make.drop();
  const author = await world.make.person();
  const people = await Promise.all(words(MENTIONS_MAX).map(() => world.make.person()));
  const toAll = people.map(({ username }) => `@${username}`).join(' ');
  await write(author, drop, words(MENTIONS_PER_HOUR_MAX / MENTIONS_MAX, toAll));
  await expect(write(author, drop, [`@${people[0]?.username} again`])).rejects.toMatchObject(
    tooMany('mentioned many people'),
  );
  expect((await write(author, drop, [`@${author.username} and @nobody.at.all`])).count).toBe(1);
});

it('deleted comments count: whom they were told to has been told', async () => {
  const drop = await world.make.drop();
  const author = await world.make.person();
  await write(author, drop, words(COMMENTS_PER_MINUTE_MAX));
  await world.as(author, (sql) => sql`delete from voice_drop_comments where true`);
  await expect(write(author, drop, words(1))).rejects.toMatchObject(tooMany('very fast'));
});

it('one person’s limit is not another’s, and nobody else can tell whether it is reached', async () => {
  const drop = await world.make.drop();
  const [author, other] = [await world.make.person(), await world.make.person()];
  await write(author, drop, words(COMMENTS_PER_MINUTE_MAX));
  expect((await write(other, drop, words(1))).count).toBe(1);
  await expect(write(other, drop, words(1), author)).rejects.toMatchObject(refused);
});

it('who has said how much is forgotten after the hour', async () => {
  const drop = await world.make.drop();
  await write(await world.make.person(), drop, words(COMMENTS_PER_MINUTE_MAX));
  await minutesPass(60);
  await write(await world.make.person(), drop, words(1));
  const [row] = await world.sql`select count(*)::int as kept from private.recent_comments`;
  expect(row).toEqual({ kept: 1 });
});
