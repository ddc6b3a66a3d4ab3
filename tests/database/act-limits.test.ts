import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACT_LIMITS, MENTIONS_MAX } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import { refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

const tooMany = (reason: string) => ({ code: 'PT429', message: expect.stringContaining(reason) });

const several = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** An act of an account, performed once for each target in one statement. */
interface Act {
  act: keyof typeof ACT_LIMITS;
  table: string;
  /** The column of the acting person. */
  actor?: string;
  /** The column of the target. */
  column: string;
  /** Further columns with their values. */
  others?: Record<string, string | number>;
  /** Creates targets for the acting person. */
  targets: (count: number, person: Person) => Promise<string[]>;
  /** The error message of the shorter interval. */
  message: string;
}

const anyDrops = async (count: number) => {
  const owner = await make.person();
  const drops: Drop[] = [];
  // One after another, since an account may have few files that no drop uses.
  while (drops.length < count) drops.push(await make.drop({}, owner));
  return ids(drops);
};
const anyPeople = async (count: number) => ids(await several(count, () => make.person()));
let tags = 0;
const anyTags = (count: number) => several(count, async () => `tag${(tags += 1)}`);

const acts: Act[] = [
  {
    act: 'drop',
    table: 'voice_drops',
    column: 'audio_url',
    others: { duration: 1 },
    targets: (count, person) => several(count, async () => urlOf(await make.clip(person))),
    message: 'You have posted many voice drops within the last hour. Please try again later.',
  },
  {
    act: 'comment',
    table: 'voice_drop_comments',
    column: 'voice_drop_id',
    others: { content: 'So true' },
    targets: anyDrops,
    message: 'You are commenting very fast. Please wait a minute.',
  },
  {
    act: 'like',
    table: 'voice_drop_likes',
    column: 'voice_drop_id',
    targets: anyDrops,
    message: 'You are liking very fast. Please wait a minute.',
  },
  {
    act: 'comment like',
    table: 'voice_drop_comment_likes',
    column: 'comment_id',
    targets: async (count) => {
      const { drop: on, author } = await make.comment();
      return ids(await several(count, () => make.comment({ on, author })));
    },
    message: 'You are liking very fast. Please wait a minute.',
  },
  {
    act: 'bookmark',
    table: 'bookmarks',
    column: 'voice_drop_id',
    targets: anyDrops,
    message: 'You are bookmarking very fast. Please wait a minute.',
  },
  {
    act: 'follow',
    table: 'follows',
    actor: 'follower_id',
    column: 'following_id',
    targets: anyPeople,
    message: 'You are following people very fast. Please wait a minute.',
  },
  {
    act: 'follow',
    table: 'followed_hashtags',
    column: 'tag',
    targets: anyTags,
    message: 'You are following people very fast. Please wait a minute.',
  },
  {
    act: 'decline',
    table: 'follow_declines',
    actor: 'account_id',
    column: 'requester_id',
    targets: async (count, person) => {
      const requesters = await anyPeople(count);
      const requests = requesters.map((id) => ({ requester_id: id, account_id: person.id }));
      await sql`insert into follow_requests ${sql(requests)}`;
      return requesters;
    },
    message: 'You are declining requests very fast. Please wait a minute.',
  },
  {
    act: 'alert',
    table: 'drop_alerts',
    actor: 'follower_id',
    column: 'following_id',
    targets: async (count, person) => {
      const followed = await anyPeople(count);
      const follows = followed.map((id) => ({ follower_id: person.id, following_id: id }));
      await sql`insert into follows ${sql(follows)}`;
      return followed;
    },
    message: 'You are turning bells on very fast. Please wait a minute.',
  },
  {
    act: 'block',
    table: 'blocks',
    actor: 'blocker_id',
    column: 'blocked_id',
    targets: anyPeople,
    message: 'You are blocking people very fast. Please wait a minute.',
  },
  {
    act: 'mute',
    table: 'mutes',
    column: 'subject',
    others: { kind: 'word' },
    targets: async (count) => Array.from({ length: count }, (_, number) => `w${number}`),
    message: 'You are muting very fast. Please wait a minute.',
  },
  {
    act: 'report',
    table: 'reports',
    actor: 'reporter_id',
    column: 'reported_user_id',
    others: { reason: 'spam' },
    targets: anyPeople,
    message: 'You have reported a lot within the last hour. Please try again later.',
  },
];

const urlOf = (path: string) => `/storage/v1/object/voice-drops/${path}`;

const minutes = { '3 seconds': 0.05, '1 minute': 1, '1 hour': 60, '1 day': 24 * 60 };

const limitsOf = (act: keyof typeof ACT_LIMITS) => {
  const spans: { [span in keyof typeof minutes]?: number } = ACT_LIMITS[act];
  const [short, long] = Object.entries(minutes)
    .filter(([span]) => span in spans)
    .map(([span, length]) => ({ span, length }));
  const [shortMax, longMax] = Object.values(spans);
  return { short: short!, long: long ?? short!, shortMax: shortMax!, longMax: longMax! };
};

/** Moves all acts so far into the past by the given interval. */
const minutesPass = (count: number) => sql`
  update private.recent_acts
  set short_ends = short_ends - make_interval(mins => ${count}),
    long_ends = long_ends - make_interval(mins => ${count})`;

it('the database limits each act as packages/domain does', async () => {
  const rows = await sql<
    { act: string; short: string; short_max: number; long: string; long_max: number }[]
  >`
    select act, extract(epoch from short) / 60 as short, short_max,
      extract(epoch from long) / 60 as long, long_max
    from private.act_limits`;
  const inDatabase = Object.fromEntries(
    rows.map((row) => [
      row.act,
      [
        [Number(row.short), row.short_max],
        [Number(row.long), row.long_max],
      ],
    ]),
  );
  const inDomain = Object.fromEntries(
    Object.entries(ACT_LIMITS).map(([act, spans]) => [
      act,
      Object.entries(spans).map(([span, most]) => [
        Object.entries(minutes).find(([name]) => name === span)?.[1],
        most,
      ]),
    ]),
  );
  expect(inDatabase).toEqual(inDomain);
});

it('SECURITY.md states the limits of packages/domain', async () => {
  const page = await readFile(join(import.meta.dirname, '../../SECURITY.md'), 'utf8');
  const of = (act: keyof typeof ACT_LIMITS, time: string) =>
    Object.entries(ACT_LIMITS[act]).find(([within]) => within === time)?.[1];
  const hour = (act: keyof typeof ACT_LIMITS) => of(act, '1 hour');
  const minute = (act: keyof typeof ACT_LIMITS) => of(act, '1 minute');
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `in an hour ${hour('drop')} drops (a day ${of('drop', '1 day')}), ` +
      `${hour('comment')} comments (a minute ${minute('comment')}), ${hour('mention')} mentions, ` +
      `${hour('like')} likes of drops, ${hour('comment like')} of comments and ` +
      `${hour('bookmark')} bookmarks (a minute ${minute('like')} each), ${hour('follow')} follows, ` +
      `${hour('block')} blocks and ${hour('mute')} mutes (a minute ${minute('follow')} each), ${hour('mask')} clips masked ` +
      `by the server (a minute ${minute('mask')}), ${hour('report')} ` +
      `reports (a day ${of('report', '1 day')}), ${hour('edit')} edits of drops ` +
      `(a minute ${minute('edit')}) and ${hour('profile')} of the profile (a minute ${minute('profile')}), ` +
      `${hour('read')} notifications marked (a minute ${minute('read')})`,
  );
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `in an hour at most ${hour('news')} rows about an account's drops (a minute ${minute('news')}) ` +
      `and ${hour('count news')} about its likes and comments (a minute ${minute('count news')})`,
  );
  expect([minute('comment like'), minute('bookmark')]).toEqual([minute('like'), minute('like')]);
  expect([minute('block'), minute('mute')]).toEqual([minute('follow'), minute('follow')]);
});

describe.each([
  ['edit', 'voice_drops', 'title'],
  ['edit', 'voice_drops', 'privacy_level'],
  ['profile', 'profiles', 'bio'],
  ['profile', 'profiles', 'username'],
] as const)('the act %s of %s', (act, table, column) => {
  const isPublished = table === 'voice_drops';
  const unchanged = isPublished ? 'and for statements' : 'and not for statements';
  it(`is limited for changes of ${column}, ${unchanged} that change nothing`, async () => {
    const drop = await make.drop();
    const { owner } = drop;
    const values = {
      title: 'Anew',
      bio: 'Anew',
      privacy_level: 'followers',
      username: owner.username,
    };
    const next = (n: number) =>
      column === 'privacy_level'
        ? (['public', 'followers', 'private'][n % 3] ?? '')
        : column === 'username'
          ? // Another spelling, since there are few other names in 30 days.
            owner.username[n % 2 === 1 ? 'toUpperCase' : 'toLowerCase']()
          : `${values[column]} ${n}`;
    const edit = (value: string) =>
      queryAs(owner)`
        update ${sql(table)} set ${sql({ [column]: value })} where user_id = ${owner.id}`;
    const { shortMax, short } = limitsOf(act);
    const repeated = isPublished ? 0 : shortMax;
    for (let n = 1; n <= shortMax; n += 1) await edit(next(n));
    for (let n = 0; n < repeated; n += 1) await edit(next(shortMax));
    await expect(edit(next(shortMax + (isPublished ? 0 : 1)))).rejects.toMatchObject(
      tooMany('You are editing very fast. Please wait a minute.'),
    );
    await minutesPass(short.length);
    expect((await edit(next(shortMax + 1))).count).toBe(1);
  });
});

it('an account marks a limited number of notifications as read or unread', async () => {
  await sql`update private.act_limits set short_max = 3 where act = 'read'`;
  const [drop, fans] = [await make.drop(), await make.people(2)];
  for (const fan of fans) await make.like(fan, drop);
  const mark = (read: boolean) =>
    queryAs(drop.owner)`update notifications set read = ${read} where true`;
  expect((await mark(true)).count).toBe(2);
  await expect(mark(false)).rejects.toMatchObject(
    tooMany('You are marking notifications very fast. Please wait a minute.'),
  );
});

it('an account masks a limited number of clips, and a visitor none', async () => {
  const person = await make.person();
  const mask = (times: number) =>
    queryAs(person)`select count_masking() from generate_series(1, ${times})`;
  await mask(ACT_LIMITS.mask['1 minute']);
  await expect(mask(1)).rejects.toMatchObject({
    code: 'PT429',
    message: 'You are masking clips very fast. Please wait a minute.',
  });
  await expect(queryAs('visitor')`select count_masking()`).rejects.toMatchObject({ code: '42501' });
});

it('every table that people insert into has a limit', async () => {
  const rows = await sql<{ table: string }[]>`
    select distinct table_name as table from information_schema.column_privileges
    where grantee = 'authenticated' and table_schema = 'public' and privilege_type = 'INSERT'
      -- Of profiles everyone has one.
      and table_name <> 'profiles'`;
  expect(rows.map(({ table }) => table).sort()).toEqual(acts.map(({ table }) => table).sort());
});

describe.each(acts)(
  'the act $act',
  ({ act, table, actor = 'user_id', column, others, targets: makeTargets, message }) => {
    const { short, shortMax } = limitsOf(act);
    const performAs = (person: Person, targets: string[], inNameOf = person) =>
      database.as(person, (sql) => {
        const rows = targets.map((each) => ({ [actor]: inNameOf.id, [column]: each, ...others }));
        return sql`insert into ${sql(table)} ${sql(rows)}`;
      });

    it('is refused as a whole beyond the limit, and accepted again after the interval', async () => {
      const person = await make.person();
      const targets = await makeTargets(shortMax + 2, person);
      await expect(performAs(person, targets)).rejects.toMatchObject(tooMany(message));
      expect((await performAs(person, targets.slice(2))).count).toBe(shortMax);
      await expect(performAs(person, targets.slice(0, 1))).rejects.toMatchObject(tooMany(message));
      await minutesPass(short.length);
      expect((await performAs(person, targets.slice(0, 1))).count).toBe(1);
    });

    it('counts even if it was undone', async () => {
      const person = await make.person();
      const targets = await makeTargets(shortMax + 1, person);
      await performAs(person, targets.slice(1));
      // As the superuser, since people cannot delete reports.
      await sql`delete from ${sql(`public.${table}`)}`;
      await expect(performAs(person, targets.slice(0, 1))).rejects.toMatchObject(tooMany(message));
    });

    it('does not count for others, who cannot read the number', async () => {
      const [busy, other] = await make.people(2);
      await performAs(busy, await makeTargets(shortMax, busy));
      const [first = '', second = ''] = await makeTargets(2, other);
      expect((await performAs(other, [first])).count).toBe(1);
      await expect(performAs(other, [second], busy)).rejects.toMatchObject(refused);
    });
  },
);

it('liking and unliking one drop repeatedly is limited', async () => {
  const { shortMax } = limitsOf('like');
  const [drop, fan] = [await make.drop(), await make.person()];
  const like = () =>
    queryAs(fan)`
      insert into voice_drop_likes (user_id, voice_drop_id) values (${fan.id}, ${drop.id})`;
  for (let likes = 0; likes < shortMax; likes += 1) {
    await like();
    await queryAs(fan)`delete from voice_drop_likes where true`;
  }
  await expect(like()).rejects.toMatchObject(tooMany('very fast'));
});

it('the longer interval accepts the number of acts of packages/domain', async () => {
  const { shortMax, longMax } = limitsOf('comment');
  const [drop, author] = [await make.drop(), await make.person()];
  for (let written = 0; written < longMax; written += shortMax) {
    await write(author, drop, words(shortMax));
    await minutesPass(2);
  }
  await expect(write(author, drop, words(1))).rejects.toMatchObject(
    tooMany('written many comments within the last hour'),
  );
  await minutesPass(59);
  expect((await write(author, drop, words(1))).count).toBe(1);
});

it('a day accepts the number of drops of packages/domain, and the next day more', async () => {
  const { shortMax, longMax } = limitsOf('drop');
  const owner = await make.person();
  const post = async (count: number) => {
    for (let posted = 0; posted < count; posted += 1) {
      const url = urlOf(await make.clip(owner));
      await queryAs(owner)`
        insert into voice_drops (user_id, audio_url, duration) values (${owner.id}, ${url}, 1)`;
    }
  };
  for (let left = longMax; left > 0; left -= shortMax) {
    await post(Math.min(left, shortMax));
    await minutesPass(60);
  }
  await expect(post(1)).rejects.toMatchObject(tooMany('within the last day'));
  await minutesPass(24 * 60);
  await post(1);
});

/** Inserts several comments in one statement, as one request can. */
const write = (author: Person, drop: Drop, contents: string[]) =>
  queryAs(author)`
    insert into voice_drop_comments (voice_drop_id, user_id, content)
    select ${drop.id}, ${author.id}, content from unnest(${contents}::text[]) as content`;

const words = (count: number, content = 'So true') => Array.from({ length: count }, () => content);

it('an hour accepts the number of mentions of packages/domain, and any comments without mentions', async () => {
  const drop = await make.drop();
  const author = await make.person();
  const people = await several(MENTIONS_MAX, () => make.person());
  const toAll = people.map(({ username }) => `@${username}`).join(' ');
  await write(author, drop, words(limitsOf('mention').longMax / MENTIONS_MAX, toAll));
  await expect(write(author, drop, [`@${people[0]?.username} again`])).rejects.toMatchObject(
    tooMany('mentioned many people'),
  );
  expect((await write(author, drop, [`@${author.username} and @nobody.at.all`])).count).toBe(1);
});

it('acts of the server itself are not limited', async () => {
  const people = await several(limitsOf('follow').shortMax + 1, () => make.person());
  const { count } = await sql`
    insert into public.follows (follower_id, following_id)
    select ${(await make.person()).id}, other from unnest(${ids(people)}::uuid[]) as other`;
  expect(count).toBe(people.length);
});

it('counts of acts are deleted after their interval, and with the account', async () => {
  const drop = await make.drop();
  const [one, leaving] = await make.people(2);
  const counted = async () =>
    ids(await sql<{ id: string }[]>`select user_id as id from private.recent_acts`);
  await write(await make.person(), drop, words(1));
  await minutesPass(60);
  await write(one, drop, words(1));
  await write(leaving, drop, words(1));
  await sql`delete from public.profiles where user_id = ${leaving.id}`;
  expect(await counted()).toEqual([one.id]);
});
