import postgres, { type Sql } from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { conversationsOf } from './support/conversations.ts';
import { createFactories } from './support/factories.ts';
import { errorOf, refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { open, send } = conversationsOf(database);

// Concurrency needs several connections that commit.
const committing = postgres(inject('committingDatabaseUrl'), { max: 4, onnotice: () => undefined });
afterAll(() => committing.end());

/** Deletes one batch of an account's rows, and returns whether rows remain. */
const deleteBatch = async (sql: Sql, { id }: Person, size: number): Promise<boolean> => {
  const [row] = await sql<{ left: boolean }[]>`select delete_account_rows(${id}, ${size}) as left`;
  return row!.left;
};

const deleteAll = async (sql: Sql, person: Person, size: number): Promise<number> => {
  let batches = 1;
  while (await deleteBatch(sql, person, size)) batches += 1;
  return batches;
};

/** An account with rows in every table, and a second account that is the other side of each relation. */
const settle = async () => {
  const ann = await make.person({ bio: 'Late walks', allow_downloads: true });
  const bob = await make.person();
  const anns = await make.drop({}, ann);
  const bobs = await make.drop({}, bob);
  for (const drop of [anns, bobs]) {
    const byAnn = await make.comment({ on: drop, author: ann, content: `Listen @${bob.username}` });
    const byBob = await make.comment({ on: drop, author: bob, content: `Listen @${ann.username}` });
    await make.comment({ replyTo: byAnn, author: bob });
    await make.comment({ replyTo: byBob, author: ann });
    for (const comment of [byAnn, byBob]) {
      await make.reportComment(comment === byAnn ? bob : ann, comment);
      for (const fan of [ann, bob]) {
        await sql`
          insert into voice_drop_comment_likes (comment_id, user_id) values (${comment.id}, ${fan.id})`;
      }
    }
    for (const fan of [ann, bob]) {
      await make.like(fan, drop);
      await make.bookmark(fan, drop);
    }
  }
  await make.report(ann, bobs);
  await make.report(bob, anns);
  await sql`
    insert into reports (reporter_id, reported_user_id, reason)
    values (${ann.id}, ${bob.id}, 'spam'), (${bob.id}, ${ann.id}, 'spam')`;
  const conversation = await open(ann, bob);
  for (const person of [ann, bob, ann]) await send(person, conversation);
  await sql`insert into followed_hashtags (user_id, tag) values (${ann.id}, 'rain')`;
  const { session } = await make.session(ann);
  await sql`
    insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth_secret)
    values (
      ${ann.id}, ${session}, ${`https://push.example/${session}`}, repeat('x', 87), repeat('x', 22)
    )`;
  await sql`
    insert into private.outbox (kind, subject, target, topic)
    select 'test', gen_random_uuid(), id, 'test' from push_subscriptions, generate_series(1, 5)`;
  await sql`
    insert into mutes (user_id, kind, subject)
    values (${ann.id}, 'person', ${bob.id}), (${bob.id}, 'person', ${ann.id})`;
  await sql`update voice_drops set title = 'Anew' where user_id = ${ann.id}`;
  await make.follow(ann, bob);
  await make.follow(bob, ann);
  const cleo = await make.person();
  await make.block(ann, cleo);
  await make.block(cleo, ann);
  const dora = await make.person();
  for (const [account, requester] of [
    [ann, dora],
    [dora, ann],
  ] as const) {
    await sql`
      insert into follow_requests (requester_id, account_id) values (${requester.id}, ${account.id})`;
    await sql`
      insert into follow_declines (account_id, requester_id) values (${account.id}, ${requester.id})`;
  }
  return { ann, bob, anns, bobs };
};

/** Columns of the product's tables that refer to a profile, a drop or a comment. */
const references = () => sql<{ table: string; column: string; to: string }[]>`
  select conrelid::regclass::text as table, attname as column, confrelid::regclass::text as to
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and connamespace = 'public'::regnamespace
    and confrelid in (
      'profiles'::regclass, 'voice_drops'::regclass, 'voice_drop_comments'::regclass
    )
  order by 1, 2`;

describe('an account whose rows are deleted in batches', () => {
  it.each([1, 3, 1000])('is deleted without remaining rows, in batches of %i', async (size) => {
    const { ann, bob } = await settle();
    await deleteAll(sql, ann, size);
    for (const { table, column, to } of await references()) {
      if (to !== 'profiles') continue;
      const rows = await sql`select from ${sql(table)} where ${sql(column)} = ${ann.id}`;
      expect([table, column, rows.length]).toEqual([table, column, 0]);
    }
    expect(await sql`select from profiles where user_id = ${ann.id}`).toHaveLength(0);
    expect(await sql`select from profiles where user_id = ${bob.id}`).toHaveLength(1);
  });

  it('is deleted table by table, so that no cascade deletes more than a batch', async () => {
    expect((await references()).map(({ table, column }) => `${table}.${column}`)).toEqual([
      // A single row, which needs no batch.
      'account_settings.user_id',
      'blocks.blocked_id',
      'blocks.blocker_id',
      'bookmarks.user_id',
      'bookmarks.voice_drop_id',
      'conversation_participants.user_id',
      'conversations.first_id',
      'conversations.second_id',
      'earlier_words.voice_drop_id',
      'follow_declines.account_id',
      'follow_declines.requester_id',
      'follow_requests.account_id',
      'follow_requests.requester_id',
      // A hundred rows at most, which need no batch.
      'followed_hashtags.user_id',
      'follows.follower_id',
      'follows.following_id',
      'mutes.person_id',
      'mutes.user_id',
      'notifications.actor_id',
      // Deleted with its comment, which has few notifications at most.
      'notifications.comment_id',
      'notifications.recipient_id',
      'notifications.reference_id',
      // A single row, which needs no batch.
      'profile_counts.user_id',
      // Ten rows at most, whose deliveries are deleted in batches before.
      'push_subscriptions.user_id',
      'reports.reporter_id',
      'voice_drop_comment_likes.comment_id',
      'voice_drop_comment_likes.user_id',
      'voice_drop_comments.parent_comment_id',
      'voice_drop_comments.user_id',
      'voice_drop_comments.voice_drop_id',
      'voice_drop_likes.user_id',
      'voice_drop_likes.voice_drop_id',
      'voice_drops.user_id',
    ]);
  });

  it('leaves others’ counts equal to the remaining rows', async () => {
    const { ann, bob, bobs } = await settle();
    await deleteAll(sql, ann, 2);
    const [counts] = await sql`
      select like_count::int, follower_count::int, following_count::int
      from profile_counts where user_id = ${bob.id}`;
    expect(counts).toEqual({ like_count: 1, follower_count: 0, following_count: 0 });
    const [drop] = await sql`
      select voice_drops.like_count::int, voice_drops.comment_count::int,
        (select count(*)::int from voice_drop_comments where voice_drop_id = ${bobs.id}) as comments,
        (select sum(like_count)::int from voice_drop_comments where voice_drop_id = ${bobs.id}) as likes
      from voice_drops where id = ${bobs.id}`;
    // Bob's own like, and his own comment with only his like.
    expect(drop).toEqual({ like_count: 1, comment_count: 1, comments: 1, likes: 1 });
  });

  it('is hidden from others before any row is deleted, and stays hidden', async () => {
    const { ann, bob, anns } = await settle();
    expect(await database.sees('visitor', anns)).toBe(true);
    expect(await deleteBatch(sql, ann, 1)).toBe(true);
    do {
      for (const persona of ['visitor', bob] as const) {
        expect(await database.sees(persona, anns)).toBe(false);
        const named = await queryAs(persona)`select from profiles
              where user_id = ${ann.id} and num_nonnulls(username, bio, avatar_url) > 0`;
        expect([...named]).toEqual([]);
      }
    } while (await deleteBatch(sql, ann, 1));
  });

  it('is refused to the last admin before anything is hidden, and to no other one later', async () => {
    const [leaving, staying] = [await make.staff('admin'), await make.staff('admin')];
    await make.drop({}, leaving);
    expect(await deleteAll(sql, leaving, 1)).toBeGreaterThan(1);
    // The remaining admin is the last one since the first batch of the other's deletion.
    expect(await errorOf(deleteBatch(sql, staying, 1))).toMatchObject({ code: 'PT409' });
  });

  it('continues after an interrupted batch from where that began', async () => {
    const { ann } = await settle();
    await deleteBatch(sql, ann, 4);
    await deleteBatch(sql, ann, 4);
    const rows = async () => {
      const [row] = await sql<{ rows: number }[]>`
        select (select count(*) from voice_drop_comments)::int
          + (select count(*) from voice_drop_comment_likes)::int as rows`;
      return row!.rows;
    };
    const before = await rows();
    await sql`savepoint batch`;
    await deleteBatch(sql, ann, 4);
    expect(await rows()).toBeLessThan(before);
    await sql`rollback to batch`;
    expect(await rows()).toBe(before);
    await deleteAll(sql, ann, 4);
    expect(await deleteBatch(sql, ann, 4)).toBe(false);
  });

  it('is listed as unfinished until the account itself is deleted', async () => {
    const ann = await make.person();
    const unfinished = async () => {
      const rows = await sql<{ id: string }[]>`
        select unfinished_account_deletions(interval '-1 second') as id`;
      return rows.map(({ id }) => id);
    };
    await deleteAll(sql, ann, 10);
    expect(await unfinished()).toEqual([ann.id]);
    expect(await sql`select unfinished_account_deletions()`).toHaveLength(0);
    await sql`delete from auth.users where id = ${ann.id}`;
    expect(await unfinished()).toEqual([]);
  });

  it('is deleted by a request with the secret key alone', async () => {
    const ann = await make.person();
    for (const persona of ['visitor', ann] as const) {
      await expect(queryAs(persona)`select delete_account_rows(${ann.id})`).rejects.toMatchObject(
        refused,
      );
      await expect(queryAs(persona)`select unfinished_account_deletions()`).rejects.toMatchObject(
        refused,
      );
    }
    await sql`set local role service_role`;
    expect(await deleteBatch(sql, ann, 10)).toBe(true);
  });
});

it('a deletion skips a drop that another transaction has locked, and deletes its likes later', async () => {
  const others = createFactories(committing);
  const ann = await others.person();
  const [held, free] = [await others.drop(), await others.drop()];
  for (const drop of [held, free]) await others.like(ann, drop);
  while ((await committing`select from private.account_deletions where is_hidden`).length === 0) {
    await deleteBatch(committing, ann, 10);
  }
  const likes = async () => {
    const rows = await committing<{ drop: string }[]>`
      select voice_drop_id as drop from voice_drop_likes where user_id = ${ann.id}`;
    return rows.map(({ drop }) => drop);
  };
  await committing.begin(async (holder) => {
    await holder`select from voice_drops where id = ${held.id} for update`;
    // Likes are deleted after notifications.
    while ((await likes()).length === 2) await deleteBatch(committing, ann, 10);
    expect(await likes()).toEqual([held.id]);
  });
  await deleteAll(committing, ann, 10);
  expect(await likes()).toEqual([]);
});
