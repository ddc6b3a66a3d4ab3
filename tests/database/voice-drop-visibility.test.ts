import type { Sql } from 'postgres';
import { describe, expect, it } from 'vitest';
import { breaksReference, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import type { Comment, Drop } from './support/factories.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

/** Ways in which a persona could learn of a drop; each returns whether it does. */
const ways: Record<string, (persona: Persona, drop: Drop) => Promise<boolean>> = {
  'the drop': (persona, drop) => database.sees(persona, drop),
  'its comments': async (persona, drop) =>
    (await queryAs(persona)`select id from voice_drop_comments where voice_drop_id = ${drop.id}`)
      .length > 0,
  'its audio': async (persona, drop) =>
    (await queryAs(persona)`select id from storage.objects where name = ${drop.path}`).length > 0,
  'the size of its file': async (persona, drop) => {
    // A row that anyone could make up.
    const [row] = await queryAs(persona)`
      select audio_size(made_up)::int as size
      from jsonb_populate_record(null::voice_drops, ${sql.json({ audio_path: drop.path })}) as made_up`;
    return row?.size === 1000;
  },
  'its live counts': async (persona, drop) =>
    (await queryAs(persona)`select from live_drop_counts where voice_drop_id = ${drop.id}`).length >
    0,
  'a counted play': async (persona, drop) => {
    const [row] = await queryAs(persona)`select add_play(${drop.id}) as counted`;
    return row?.counted === true;
  },
  'a mention in a comment': async (persona, drop) => {
    if (persona === 'visitor') return false;
    await make.comment({ on: drop, content: `@${persona.username} look` });
    const rows = await sql`
      select from public.notifications
      where recipient_id = ${persona.id} and reference_id = ${drop.id}`;
    return rows.length > 0;
  },
};

/** Visitors have no name that a comment could mention. */
const withoutVisitor = (names: string[]) => names.filter((name) => name !== 'visitor');

describe('the visibility of a drop', () => {
  describe.each(Object.keys(ways))('%s', (way) => {
    it.each([
      { level: 'public', seenBy: ['visitor', 'owner', 'other', 'follower'] },
      { level: 'followers', seenBy: ['owner', 'follower'] },
      { level: 'private', seenBy: ['owner'] },
    ])('of the level $level is available to $seenBy', async ({ level, seenBy }) => {
      const drop = await make.drop({ privacy_level: level });
      await make.comment({ on: drop });
      // The owner was notified of the comment above already.
      await sql`delete from public.notifications`;
      const people = await peopleAround(make, drop);
      const seeing = await namesWhere(people, (persona) => ways[way]!(persona, drop));
      expect(seeing).toEqual(way === 'a mention in a comment' ? withoutVisitor(seenBy) : seenBy);
    });
  });

  it('someone who stops following no longer sees the drops for followers', async () => {
    const drop = await make.drop({ privacy_level: 'followers' });
    const reader = await make.person();
    await make.follow(reader, drop.owner);
    await queryAs(reader)`delete from follows where follower_id = ${reader.id}`;
    expect(await database.sees(reader, drop)).toBe(false);
  });

  it('an unblocked person sees the drops again', async () => {
    const drop = await make.drop();
    const reader = await make.person();
    await make.block(drop.owner, reader);
    await queryAs(drop.owner)`delete from blocks where blocked_id = ${reader.id}`;
    expect(await database.sees(reader, drop)).toBe(true);
  });
});

describe('a private account', () => {
  it('shows its public drops to followers only', async () => {
    const drop = await make.drop();
    const [follower, other] = await make.people(2);
    await make.follow(follower, drop.owner);
    await queryAs(drop.owner)`
      update profiles set is_private = true where user_id = ${drop.owner.id}`;
    expect(await database.sees('visitor', drop)).toBe(false);
    expect(await database.sees(other, drop)).toBe(false);
    expect(await database.sees(follower, drop)).toBe(true);
    expect(await database.sees(drop.owner, drop)).toBe(true);
  });

  it('hides later posts as well', async () => {
    const owner = await make.person({ is_private: true });
    const drop = await make.drop({}, owner);
    expect(await database.sees('visitor', drop)).toBe(false);
  });

  it('hides a drop that is made public later', async () => {
    const owner = await make.person({ is_private: true });
    const drop = await make.drop({ privacy_level: 'private' }, owner);
    await queryAs(owner)`update voice_drops set privacy_level = 'public' where id = ${drop.id}`;
    expect(await database.sees('visitor', drop)).toBe(false);
  });

  it('shows its public drops to everyone, and no others, once it is no longer private', async () => {
    const owner = await make.person({ is_private: true });
    const open = await make.drop({}, owner);
    const forFollowers = await make.drop({ privacy_level: 'followers' }, owner);
    const secret = await make.drop({ privacy_level: 'private' }, owner);
    await queryAs(owner)`update profiles set is_private = false where user_id = ${owner.id}`;
    expect(await database.sees('visitor', open)).toBe(true);
    expect(await database.sees('visitor', forFollowers)).toBe(false);
    expect(await database.sees('visitor', secret)).toBe(false);
  });
});

describe('a flagged drop, and all rows that refer to it', () => {
  describe.each(Object.keys(ways))('%s', (way) => {
    it.each([
      { flagged: false, seenBy: ['visitor', 'owner', 'careful owner', 'careful', 'unfazed'] },
      { flagged: true, seenBy: ['owner', 'careful owner', 'unfazed'] },
    ])('with is_flagged = $flagged is available to $seenBy', async ({ flagged, seenBy }) => {
      const seeing = [];
      for (const name of ['visitor', 'owner', 'careful owner', 'careful', 'unfazed']) {
        const owner = await make.person({ block_inappropriate: name === 'careful owner' });
        const drop = await make.drop({ is_flagged: flagged }, owner);
        await make.comment({ on: drop });
        // The owner was notified of the comment above already.
        await sql`delete from public.notifications`;
        const others: Record<string, Persona> = {
          visitor: 'visitor',
          careful: await make.person({ block_inappropriate: true }),
          unfazed: await make.person({ block_inappropriate: false }),
        };
        if (await ways[way]?.(others[name] ?? owner, drop)) seeing.push(name);
      }
      expect(seeing).toEqual(way === 'a mention in a comment' ? withoutVisitor(seenBy) : seenBy);
    });
  });

  it('does not notify a commenter who cannot see the drop of replies', async () => {
    const careful = await make.person({ block_inappropriate: true });
    const comment = await make.comment({ author: careful });
    await sql`update public.voice_drops set is_flagged = true where id = ${comment.drop.id}`;
    await make.comment({ replyTo: comment });
    const rows = await sql`select from public.notifications where recipient_id = ${careful.id}`;
    expect(rows).toHaveLength(0);
  });
});

it('may_see_voice_drop returns for another person what that person’s policies decide', async () => {
  const owner = await make.person();
  const people: Person[] = [owner];
  for (const relation of ['none', 'follows', 'blocked', 'blocks', 'follows and was blocked']) {
    for (const block_inappropriate of [true, false]) {
      const person = await make.person({ block_inappropriate });
      if (relation.startsWith('follows')) await make.follow(person, owner);
      if (relation.endsWith('blocked')) await make.block(owner, person);
      if (relation === 'blocks') await make.block(person, owner);
      people.push(person);
    }
  }
  for (const privacy_level of ['public', 'followers', 'private']) {
    for (const is_flagged of [true, false]) {
      const drop = await make.drop({ privacy_level, is_flagged }, owner);
      for (const person of people) {
        const [row] = await sql`select private.may_see_voice_drop(${person.id}, ${drop.id}) as may`;
        expect(row?.may).toBe(await database.sees(person, drop));
      }
    }
  }
});

it('the plan inlines the visibility condition, and calls no function per row', async () => {
  const person = await make.person();
  const planOf = async (persona: Persona) => {
    const rows = await queryAs(persona)`
      explain (verbose, costs off)
      select id from voice_drops order by created_at desc, id desc limit 20`;
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  // The condition is that of a partial index, which PostgreSQL knows only of an inlined function.
  expect(await planOf('visitor')).toContain('voice_drops_public_created_at_idx');
  const plan = await planOf(person);
  expect(plan).not.toContain('is_visible');
  expect(plan).toContain("(voice_drops.audience = ANY ('{public,unlisted}'::text[])) OR");
  expect(plan).toContain('<> ALL');
});

describe('a hidden row is indistinguishable from a missing row', () => {
  const nowhere = '00000000-0000-4000-8000-000000000000';

  /** The complete result or error that a person receives. */
  const resultOf = async (person: Person, work: (sql: Sql) => PromiseLike<readonly unknown[]>) => {
    try {
      return [...(await database.as(person, work))];
    } catch (error) {
      const { code, message, detail, hint } = Object(error);
      return { code, message, detail, hint };
    }
  };

  const reply = (person: Person, drop: string, parent: string) =>
    resultOf(
      person,
      (sql) => sql`
        insert into voice_drop_comments (user_id, voice_drop_id, parent_comment_id, content)
        values (${person.id}, ${drop}, ${parent}, 'Hm')`,
    );

  const onDrop: Record<
    string,
    (id: string, person: Person) => (sql: Sql) => PromiseLike<readonly unknown[]>
  > = {
    like: (id, person) => (sql) =>
      sql`insert into voice_drop_likes (user_id, voice_drop_id) values (${person.id}, ${id})`,
    bookmark: (id, person) => (sql) =>
      sql`insert into bookmarks (user_id, voice_drop_id) values (${person.id}, ${id})`,
    report: (id, person) => (sql) =>
      sql`
        insert into reports (reporter_id, reported_voice_drop_id, reason)
        values (${person.id}, ${id}, 'spam')`,
    comment: (id, person) => (sql) =>
      sql`
        insert into voice_drop_comments (user_id, voice_drop_id, content)
        values (${person.id}, ${id}, 'Hm')`,
    'comment with wrong words': (id, person) => (sql) =>
      sql`
        insert into voice_drop_comments (user_id, voice_drop_id, content)
        values (${person.id}, ${id}, '')`,
    play: (id) => (sql) => sql`select add_play(${id})`,
    change: (id) => (sql) =>
      sql`update voice_drops set title = 'Mine' where id = ${id} returning id`,
    deletion: (id) => (sql) => sql`delete from voice_drops where id = ${id} returning id`,
  };

  const hidden: [string, (person: Person) => Promise<Comment>][] = [
    ['private', () => commentOn({ privacy_level: 'private' })],
    ['for followers', () => commentOn({ privacy_level: 'followers' })],
    ['flagged', () => commentOn({ is_flagged: true })],
    [
      'owned by somebody that the caller has blocked',
      async (person) => {
        const comment = await commentOn({});
        await make.block(person, comment.drop.owner);
        return comment;
      },
    ],
    [
      'owned by somebody who has blocked the caller',
      async (person) => {
        const comment = await commentOn({});
        await make.block(comment.drop.owner, person);
        return comment;
      },
    ],
  ];
  const commentOn = async (columns: Record<string, string | boolean>) =>
    make.comment({ on: await make.drop(columns) });

  describe.each(hidden)('a drop that is %s', (_why, makeComment) => {
    it.each(Object.keys(onDrop))('is missing for a %s', async (act) => {
      const person = await make.person();
      const { drop } = await makeComment(person);
      const hiddenDrop = await resultOf(person, onDrop[act]!(drop.id, person));
      expect(hiddenDrop).toEqual(await resultOf(person, onDrop[act]!(nowhere, person)));
    });

    it('is missing for a reply, whether the comment exists or not', async () => {
      const person = await make.person();
      const comment = await makeComment(person);
      const elsewhere = await make.comment();
      const hiddenDrop = await reply(person, comment.drop.id, comment.id);
      expect(hiddenDrop).toMatchObject(refused);
      for (const [drop, parent] of [
        [comment.drop.id, nowhere],
        [comment.drop.id, elsewhere.id],
        [nowhere, comment.id],
        [nowhere, nowhere],
      ] as const) {
        expect(await reply(person, drop, parent)).toEqual(hiddenDrop);
      }
      // On a visible drop, a comment of the hidden drop does not exist.
      const seen = await make.drop();
      const missing = await reply(person, seen.id, comment.id);
      expect(missing).toMatchObject(breaksReference);
      expect(await reply(person, seen.id, nowhere)).toEqual(missing);
    });

    it('is missing for a like of its comment', async () => {
      const person = await make.person();
      const comment = await makeComment(person);
      const like = (id: string) =>
        resultOf(
          person,
          (sql) => sql`
            insert into voice_drop_comment_likes (user_id, comment_id) values (${person.id}, ${id})`,
        );
      expect(await like(comment.id)).toMatchObject(refused);
      expect(await like(comment.id)).toEqual(await like(nowhere));
    });
  });

  it('a comment of somebody who has blocked the caller is missing for a reply', async () => {
    const [person, blocker] = await make.people(2);
    const comment = await make.comment({ author: blocker });
    await make.block(blocker, person);
    expect(await reply(person, comment.drop.id, comment.id)).toMatchObject(breaksReference);
    expect(await reply(person, comment.drop.id, comment.id)).toEqual(
      await reply(person, comment.drop.id, nowhere),
    );
  });

  it('every comment is missing for a session without its second factor', async () => {
    const person = await make.person();
    await make.factor(person);
    const comment = await make.comment();
    expect(await reply(person, comment.drop.id, comment.id)).toEqual(
      await reply(person, comment.drop.id, nowhere),
    );
  });

  it('a person who has blocked the caller is missing for a follow', async () => {
    const [person, blocker] = await make.people(2);
    await make.block(blocker, person);
    const follow = (id: string) =>
      resultOf(
        person,
        (sql) => sql`insert into follows (follower_id, following_id) values (${person.id}, ${id})`,
      );
    expect(await follow(blocker.id)).toMatchObject(refused);
    expect(await follow(blocker.id)).toEqual(await follow(nowhere));
  });
});
