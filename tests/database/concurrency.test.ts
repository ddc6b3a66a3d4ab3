import { randomUUID } from 'node:crypto';
import { ACT_LIMITS, UNUSED_UPLOADS_MAX } from '@undertone/domain/limits';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createFactories } from './support/factories.ts';
import type { Drop } from './support/factories.ts';
import { become, breaksReference, errorOf } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';

// Concurrency can only be tested with several connections
// that commit, so these tests have a database of their own.
const sql = postgres(inject('committingDatabaseUrl'), { max: 12, onnotice: () => undefined });
const make = createFactories(sql);

afterAll(() => sql.end());

const as = <T>(persona: Persona, work: (transaction: postgres.TransactionSql) => Promise<T>) =>
  sql.begin(async (transaction) => {
    await become(transaction, persona);
    return work(transaction);
  });

const people = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => make.person()));

const outcomes = async (work: Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map(({ status }) => status).sort();

it('concurrent likes and unlikes are all counted', async () => {
  const drop = await make.drop();
  const fans = await people(20);
  const like = (fan: Person) =>
    as(
      fan,
      (caller) => caller`
        insert into voice_drop_likes (voice_drop_id, user_id) values (${drop.id}, ${fan.id})`,
    );
  const unlike = (fan: Person) =>
    as(fan, (caller) => caller`delete from voice_drop_likes where user_id = ${fan.id}`);

  await Promise.all(fans.slice(0, 10).map(like));
  await Promise.all([...fans.slice(0, 5).map(unlike), ...fans.slice(10).map(like)]);

  const [row] = await sql`
    select voice_drops.like_count::int as shown,
      (select count(*)::int from voice_drop_likes where voice_drop_id = ${drop.id}) as given,
      (select like_count::int from profile_counts where user_id = ${drop.owner.id}) as owned
    from voice_drops where id = ${drop.id}`;
  expect(row).toEqual({ shown: 15, given: 15, owned: 15 });
});

it('a request that is approved while its requester asks again ends', async () => {
  const account = await make.person({ is_private: true });
  const requester = await make.person();
  const ask = (caller: postgres.TransactionSql) => caller`
    insert into follows (follower_id, following_id) values (${requester.id}, ${account.id})`;
  await as(requester, ask);
  const held = Promise.withResolvers<void>();
  const approved = Promise.withResolvers<void>();
  const approval = as(account, async (caller) => {
    await caller`select approve_follow_request(${requester.id})`;
    approved.resolve();
    await held.promise;
  });
  await approved.promise;
  const again = as(requester, ask);
  // Waits for the approval, by the request that it has deleted.
  await expect
    .poll(() => sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
    .toHaveLength(1);
  held.resolve();
  await Promise.all([approval, again]);
  const [row] = await sql`
    select (select count(*)::int from follows where following_id = ${account.id}) as follows,
      (select count(*)::int from follow_requests where account_id = ${account.id}) as requests`;
  expect(row).toEqual({ follows: 1, requests: 0 });
});

it('a device that two accounts register at once is that of the later one', async () => {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  const keys = { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) };
  const register = (caller: postgres.TransactionSql) => caller`
    select register_push(${endpoint}, ${keys.p256dh}, ${keys.auth})`;
  const [earlier, later] = await people(2);
  const held = Promise.withResolvers<void>();
  const registered = Promise.withResolvers<void>();
  const first = as(await make.session(earlier!), async (caller) => {
    await register(caller);
    registered.resolve();
    await held.promise;
  });
  await registered.promise;
  const second = as(await make.session(later!), register);
  await expect
    .poll(() => sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
    .toHaveLength(1);
  held.resolve();
  await first;
  expect(await second).toEqual([{ register_push: expect.any(String) }]);
  const devices = await sql`select user_id from push_subscriptions where endpoint = ${endpoint}`;
  expect([...devices]).toEqual([{ user_id: later!.id }]);
});

it('two people who open a conversation and write at the same time have one, without gaps', async () => {
  const [ann, bob, blocked] = await people(3);
  const open = (from: Person, to: Person) =>
    as(from, (caller) => caller<{ id: string }[]>`select open_conversation(${to.id}) as id`);
  const opened = await Promise.all([open(ann!, bob!), open(bob!, ann!), open(ann!, bob!)]);
  const [conversation] = new Set(opened.map((rows) => rows[0]!.id));
  expect(new Set(opened.map((rows) => rows[0]!.id)).size).toBe(1);
  const retried = randomUUID();
  const send = (from: Person, id = randomUUID()) =>
    as(from, (caller) => caller`select send_message(${id}, ${conversation!}, 'Hello')`);
  await send(ann!);
  await send(bob!);
  const flag = (person: Person) =>
    as(person, (caller) => caller`update conversation_participants set is_muted = not is_muted`);
  const read = (person: Person) =>
    as(person, (caller) => caller`select mark_read(${conversation!}, 3)`);
  const done = Array.from({ length: 5 }, () => [
    ...[ann!, bob!].flatMap((person) => [send(person), flag(person), read(person)]),
    send(ann!, retried),
    as(
      ann!,
      (caller) => caller`
      insert into blocks (blocker_id, blocked_id) values (${ann!.id}, ${blocked!.id})
      on conflict do nothing`,
    ),
  ]).flat();
  expect(new Set(await outcomes(done))).toEqual(new Set(['fulfilled']));
  const [row] = await sql`
    select count(*)::int as messages, count(distinct position)::int as positions,
      max(position) as last
    from messages where conversation_id = ${conversation!}`;
  expect(row).toEqual({ messages: 13, positions: 13, last: 13 });
});

it('blocks, messages and settings of the same conversation do not deadlock', async () => {
  const [ann, bob] = await people(2);
  const opened = await as(
    ann!,
    (caller) => caller<{ id: string }[]>`select open_conversation(${bob!.id}) as id`,
  );
  const conversation = opened[0]!.id;
  const acts: ((caller: postgres.TransactionSql) => Promise<unknown>)[] = [
    (caller) => caller`select send_message(${randomUUID()}, ${conversation}, 'Hello')`,
    (caller) => caller`select mark_read(${conversation}, 100)`,
    (caller) => caller`select delete_conversation(${conversation})`,
    (caller) => caller`update conversation_participants set is_muted = not is_muted`,
    (caller) => caller`select open_conversation(${ann!.id}), open_conversation(${bob!.id})`,
    (caller) => caller`delete from blocks where true`,
  ];
  const block = (from: Person, to: Person) =>
    as(
      from,
      (caller) => caller`
      insert into blocks (blocker_id, blocked_id) values (${from.id}, ${to.id})`,
    );
  const done = Array.from({ length: 10 }, () => [
    block(ann!, bob!),
    block(bob!, ann!),
    ...[ann!, bob!].flatMap((person) => acts.map((act) => as(person, act))),
  ]).flat();
  const refusals = await Promise.all(done.map((work) => errorOf(work)));
  const codes = refusals.map((refusal) => JSON.stringify(refusal));
  expect(codes.filter((code) => code.includes('40P01'))).toEqual([]);
});

it('two concurrent likes by the same person count once', async () => {
  const drop = await make.drop();
  const fan = await make.person();
  const like = () =>
    as(
      fan,
      (caller) => caller`
        insert into voice_drop_likes (voice_drop_id, user_id) values (${drop.id}, ${fan.id})`,
    );
  expect(await outcomes([like(), like()])).toEqual(['fulfilled', 'rejected']);
  const [row] =
    await sql`select voice_drops.like_count::int as likes from voice_drops where id = ${drop.id}`;
  expect(row).toEqual({ likes: 1 });
});

it('concurrent plays are counted once for each listener', async () => {
  const drop = await make.drop();
  const listeners = await people(10);
  const play = (listener: Person) => as(listener, (caller) => caller`select add_play(${drop.id})`);
  await Promise.all([...listeners, ...listeners, ...listeners].map(play));
  const [row] =
    await sql`select voice_drops.play_count::int as plays from voice_drops where id = ${drop.id}`;
  expect(row).toEqual({ plays: 10 });
});

it('concurrent changes of one drop do not deadlock', async () => {
  const drop = await make.drop();
  const fans = await people(4);
  const done = fans.flatMap((fan) => [
    as(fan, (caller) => caller`select add_play(${drop.id})`),
    as(
      fan,
      (caller) => caller`
        insert into voice_drop_likes (voice_drop_id, user_id) values (${drop.id}, ${fan.id})`,
    ),
    as(
      fan,
      (caller) => caller`
        insert into voice_drop_comments (voice_drop_id, user_id, content)
        values (${drop.id}, ${fan.id}, ${`@${drop.owner.username} yes`})`,
    ),
    as(
      fan,
      (caller) => caller`
        insert into follows (follower_id, following_id) values (${fan.id}, ${drop.owner.id})`,
    ),
    as(
      drop.owner,
      (caller) => caller`update voice_drops set privacy_level = 'public' where id = ${drop.id}`,
    ),
    as(
      drop.owner,
      (caller) => caller`update profiles set bio = 'Busy' where user_id = ${drop.owner.id}`,
    ),
  ]);
  expect(new Set(await outcomes(done))).toEqual(new Set(['fulfilled']));
});

it('people who follow each other in a circle at the same moment do not deadlock', async () => {
  const circle = await people(3);
  const waiting = async () => {
    const [row] = await sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.waiting;
  };
  // Each pauses at its first change of a count, until all have paused or wait for a lock.
  await sql`
    create function pause() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(1); return new; end'`;
  await sql`
    create trigger pause before update on profile_counts
    for each row execute function pause()`;
  let follows: Promise<unknown>[] = [];
  await sql.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(1)`;
    follows = circle.map((follower, place) =>
      as(follower, (caller) => {
        const following = circle[(place + 1) % circle.length];
        return caller`
          insert into follows (follower_id, following_id)
          values (${follower.id}, ${following?.id ?? null})`;
      }),
    );
    await expect.poll(waiting).toBe(circle.length);
  });
  expect(await outcomes(follows)).toEqual(circle.map(() => 'fulfilled'));
  await sql`drop function pause cascade`;
});

it('people who like, comment and follow in opposite orders, and undo it, do not deadlock', async () => {
  const crowd = await people(6);
  const drops = await Promise.all(
    [...crowd, ...(await people(4))].map((owner) => make.drop({}, owner)),
  );
  await Promise.all(
    crowd.map(async (fan, place) => {
      const others = drops.filter(({ owner }) => owner.id !== fan.id);
      const inOrder = place % 2 === 0 ? others : others.toReversed();
      const ids = inOrder.map(({ id }) => id);
      const owners = inOrder.map(({ owner }) => owner.id);
      const like = (caller: postgres.TransactionSql) => caller`
        insert into voice_drop_likes (voice_drop_id, user_id)
        select id, ${fan.id}::uuid from unnest(${ids}::uuid[]) as id`;
      const comment = (caller: postgres.TransactionSql) => caller`
        insert into voice_drop_comments (voice_drop_id, user_id, content)
        select id, ${fan.id}::uuid, 'First' from unnest(${ids}::uuid[]) as id`;
      const follow = (caller: postgres.TransactionSql) => caller`
        insert into follows (follower_id, following_id)
        select ${fan.id}::uuid, id from unnest(${owners}::uuid[]) as id`;
      const remove = (table: string, column: string) => (caller: postgres.TransactionSql) =>
        caller`
        delete from ${caller(table)} where ${caller(column)} = ${fan.id}`;
      for (const act of [
        like,
        comment,
        follow,
        remove('voice_drop_likes', 'user_id'),
        remove('voice_drop_comments', 'user_id'),
        remove('follows', 'follower_id'),
        like,
        comment,
        follow,
      ]) {
        await as(fan, act);
      }
    }),
  );
  const counts = await sql`
    select voice_drops.like_count::int as likes, voice_drops.comment_count::int as comments,
      profile_counts.like_count::int as owned, follower_count::int as followers
    from voice_drops join profile_counts using (user_id)
    where id = any (${drops.map(({ id }) => id)}::uuid[])
    order by likes`;
  const expected = (fans: number) => ({
    likes: fans,
    comments: fans,
    owned: fans,
    followers: fans,
  });
  expect(counts).toEqual([
    ...crowd.map(() => expected(crowd.length - 1)),
    ...Array.from({ length: 4 }, () => expected(crowd.length)),
  ]);
});

it('parallel changes of one person’s drops and profile do not deadlock', async () => {
  const owner = await make.person();
  const drops = [];
  for (let index = 0; index < 9; index += 1) drops.push(await make.drop({}, owner));
  const ids = drops.map(({ id }) => id);
  const setLevels = (order: string[], level: string) =>
    as(
      owner,
      (caller) => caller`
        update voice_drops set privacy_level = ${level}
        from unnest(${order}::uuid[]) as wanted (wanted_id) where id = wanted_id`,
    );
  const setPrivate = (isPrivate: boolean) =>
    as(
      owner,
      (caller) => caller`update profiles set is_private = ${isPrivate} where user_id = ${owner.id}`,
    );
  for (let turn = 0; turn < 5; turn += 1) {
    // Otherwise the owner would have edited too much.
    await sql`delete from private.recent_acts where user_id = ${owner.id}`;
    const changes = [
      setLevels(ids, 'private'),
      setLevels(ids.toReversed(), 'followers'),
      setPrivate(true),
      setLevels(ids.toReversed(), 'public'),
      setPrivate(false),
    ];
    expect(await outcomes(changes)).toEqual(changes.map(() => 'fulfilled'));
  }
});

it('a concurrent follow and block leave no follow', async () => {
  for (const [follower, followed] of await Promise.all([people(2), people(2), people(2)])) {
    await outcomes([
      as(
        follower!,
        (caller) => caller`
          insert into follows (follower_id, following_id) values (${follower!.id}, ${followed!.id})`,
      ),
      as(
        followed!,
        (caller) => caller`
          insert into blocks (blocker_id, blocked_id) values (${followed!.id}, ${follower!.id})`,
      ),
    ]);
    const follows = await sql`select id from follows where follower_id = ${follower!.id}`;
    expect(follows).toHaveLength(0);
  }
});

it('audio cannot be removed while a drop with it is being posted', async () => {
  for (let round = 0; round < 10; round += 1) {
    const owner = await make.person();
    const path = await make.clip(owner);
    await outcomes([
      as(
        owner,
        (caller) => caller`
          insert into voice_drops (user_id, audio_url, duration)
          values (${owner.id}, ${`/storage/v1/object/voice-drops/${path}`}, 1)`,
      ),
      as(owner, (caller) => caller`delete from storage.objects where name = ${path}`),
    ]);
    const [row] = await sql`
      select (select count(*)::int from voice_drops where audio_path = ${path}) as drops,
        (select count(*)::int from storage.objects where name = ${path}) as objects`;
    expect(row?.drops).toBe(row?.objects);
  }
});

it('a concurrent post and switch to Private Account leave no public drop', async () => {
  for (let round = 0; round < 10; round += 1) {
    const owner = await make.person();
    const path = await make.clip(owner);
    await Promise.all([
      as(
        owner,
        (caller) => caller`
          insert into voice_drops (user_id, audio_url, duration)
          values (${owner.id}, ${`/storage/v1/object/voice-drops/${path}`}, 1)`,
      ),
      as(
        owner,
        (caller) => caller`update profiles set is_private = true where user_id = ${owner.id}`,
      ),
    ]);
    const [row] = await sql`select audience from voice_drops where user_id = ${owner.id}`;
    expect(row).toEqual({ audience: 'followers' });
  }
});

it('one person’s concurrent follows do not exceed the minute’s limit', async () => {
  const most = ACT_LIMITS.follow['1 minute'];
  const fan = await make.person();
  const follow = ({ id }: Person) =>
    as(
      fan,
      (caller) => caller`insert into follows (follower_id, following_id) values (${fan.id}, ${id})`,
    );
  await outcomes((await people(most + 10)).map(follow));
  const [row] = await sql`
    select count(*)::int as follows from follows where follower_id = ${fan.id}`;
  expect(row).toEqual({ follows: most });
});

it('an uncommitted act does not block the deletion of its account', async () => {
  const drop = await make.drop();
  const fan = await make.person();
  const like = (liking: postgres.TransactionSql) => liking`
    insert into voice_drop_likes (voice_drop_id, user_id) values (${drop.id}, ${fan.id})`;
  await as(fan, like);
  await as(fan, (caller) => caller`delete from voice_drop_likes where user_id = ${fan.id}`);
  const liking = sql.begin(async (transaction) => {
    // The act runs up to its read of the profile.
    await become(transaction, fan);
    await transaction`set local role none`;
    await transaction`select private.consume_quota('like', 1)`;
    await sql`delete from public.profiles where user_id = ${fan.id}`;
    await like(transaction);
  });
  await expect(liking).rejects.toMatchObject(breaksReference);
});

it('one person’s concurrent uploads do not exceed the limit', async () => {
  const person = await make.person();
  const upload = (_: unknown, index: number) =>
    as(
      person,
      (caller) => caller`
        insert into storage.objects (bucket_id, name)
        values ('voice-drops', ${`${person.id}/${index}.wav`})`,
    );
  await outcomes(Array.from({ length: UNUSED_UPLOADS_MAX + 10 }, upload));
  const [row] = await sql`
    select count(*)::int as files from storage.objects where name like ${`${person.id}/%`}`;
  expect(row).toEqual({ files: UNUSED_UPLOADS_MAX });
});

it('concurrent reports are all counted', async () => {
  const drop = await make.drop();
  const reporters = await Promise.all([make.established(), make.established(), make.established()]);
  await Promise.all(
    reporters.map((reporter) =>
      as(
        reporter,
        (caller) => caller`
          insert into reports (reporter_id, reported_voice_drop_id, reason)
          values (${reporter.id}, ${drop.id}, 'spam')`,
      ),
    ),
  );
  const [row] = await sql`select is_flagged from voice_drops where id = ${drop.id}`;
  expect(row).toEqual({ is_flagged: true });
});

it('only one of two concurrent sign-ups with the same name succeeds', async () => {
  const username = `twin${Date.now()}`;
  expect(
    await outcomes([make.signUp({ username }), make.signUp({ username: username.toUpperCase() })]),
  ).toEqual(['fulfilled', 'rejected']);
});

it('a profile is not deleted before an uncommitted upload of its account ends', async () => {
  const owner = await make.person();
  const name = `${owner.id}/1-voice-drop.wav`;
  const uploaded = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const uploading = as(owner, async (caller) => {
    await caller`insert into storage.objects (bucket_id, name) values ('voice-drops', ${name})`;
    uploaded.resolve();
    await commit.promise;
  });
  await uploaded.promise;
  const deletion = sql.begin(async (transaction) => {
    await transaction`delete from profiles where user_id = ${owner.id}`;
    return transaction`select name from storage.objects where name = ${name}`;
  });
  await expect
    .poll(
      async () => (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`).count,
    )
    .toBe(1);
  commit.resolve();
  await uploading;
  expect([...(await deletion)]).toEqual([{ name }]);
});

it('two people who bookmark the same drops in opposite orders do not wait for each other', async () => {
  const drops = [];
  for (let index = 0; index < 40; index += 1) drops.push(await make.drop());
  const bookmarkAll = async (ids: string[]) => {
    const fan = await make.person();
    await sql`
      update auth.users set created_at = now() - interval '30 days', email_confirmed_at = now()
      where id = ${fan.id}`;
    await as(
      fan,
      (caller) => caller`
        insert into bookmarks (user_id, voice_drop_id)
        select ${fan.id}::uuid, id from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
        order by place`,
    );
  };
  const ids = drops.map(({ id }) => id);
  const both = Array.from({ length: 8 }, (_, turn) => (turn % 2 === 0 ? ids : ids.toReversed()));
  expect(await outcomes(both.map(bookmarkAll))).toEqual(both.map(() => 'fulfilled'));
  const [row] = await sql`
    select sum(bookmarked)::int as counted from private.voice_drop_ranks
    where voice_drop_id = any (${ids}::uuid[])`;
  expect(row).toEqual({ counted: 8 * 40 });
});

it('a play of a drop that is being deleted counts nothing', async () => {
  const drop = await make.drop();
  const listener = await make.person();
  let playing: Promise<unknown> = Promise.resolve();
  await sql.begin(async (transaction) => {
    await transaction`delete from voice_drops where id = ${drop.id}`;
    playing = as(listener, (caller) => caller`select add_play(${drop.id}) as counted`);
    await expect
      .poll(
        async () => (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`).count,
      )
      .toBe(1);
  });
  expect(await playing).toMatchObject([{ counted: false }]);
});

it('a comment that is written while its author is banned is not shown', async () => {
  const [drop, author] = [await make.drop(), await make.person()];
  const held = Promise.withResolvers<void>();
  const banned = Promise.withResolvers<void>();
  const ban = sql.begin(async (transaction) => {
    await transaction`select private.apply_measure('person', ${author.id}, 'ban')`;
    banned.resolve();
    await held.promise;
  });
  await banned.promise;
  const written = as(
    author,
    (caller) => caller`
      insert into voice_drop_comments (voice_drop_id, user_id, content)
      values (${drop.id}, ${author.id}, 'Still here')`,
  );
  await expect
    .poll(() => sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
    .toHaveLength(1);
  held.resolve();
  await Promise.allSettled([ban, written]);
  const shown = await as(
    'visitor',
    (caller) => caller`
    select from voice_drop_comments where voice_drop_id = ${drop.id}`,
  );
  expect(shown).toHaveLength(0);
});

it('concurrent sign-ups with a code take no more than its uses', async () => {
  const code = 'AAAA-BBBB-CCCC-DDDD';
  await sql`
    insert into private.invitations (code_hash, label, uses, uses_left)
    values (private.hash_invitation_code(${code}), 'A test', 3, 3)`;
  await sql`update private.site_settings set registration = 'invitation'`;
  const ask = async (place: number) => {
    const event = {
      metadata: { ip_address: `198.51.${place}.1` },
      user: { email: `${randomUUID()}@example.com`, user_metadata: { invitation: code } },
    };
    const [row] = await sql<{ is_admitted: boolean }[]>`
      select not public.before_user_created(${sql.json(event)}) ? 'error' as is_admitted`;
    return row!.is_admitted;
  };
  const admitted = await Promise.all(Array.from({ length: 10 }, (_, place) => ask(place)));
  await sql`update private.site_settings set registration = 'open'`;
  expect(admitted.filter(Boolean)).toHaveLength(3);
});

const report = (caller: postgres.TransactionSql, reporter: Person, { id }: Drop) => caller`
  insert into reports (reporter_id, reported_voice_drop_id, reason)
  values (${reporter.id}, ${id}, 'spam')`;

const reportBy = (reporter: Person, drop: Drop) =>
  as(reporter, (caller) => report(caller, reporter, drop));

const deleteRows = async (transaction: postgres.TransactionSql, { id }: Person) => {
  for (;;) {
    const [row] = await transaction<{ left: boolean }[]>`select delete_account_rows(${id}) as left`;
    if (!row!.left) return;
  }
};

const deletions: Record<string, (drop: Drop, last?: () => Promise<void>) => Promise<unknown>> = {
  drop: ({ id, owner }, last) =>
    as(owner, async (caller) => {
      await caller`delete from voice_drops where id = ${id}`;
      await last?.();
    }),
  account: ({ owner }, last) =>
    sql.begin(async (transaction) => {
      await deleteRows(transaction, owner);
      await last?.();
    }),
};

/** Ends the first once the second waits for it. */
const cross = async (
  first: (last: () => Promise<void>) => Promise<unknown>,
  second: () => Promise<unknown>,
) => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const ending = first(async () => {
    begun.resolve();
    await held.promise;
  });
  await begun.promise;
  const following = second();
  await expect
    .poll(() => sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
    .not.toHaveLength(0);
  held.resolve();
  return outcomes([ending, following]);
};

describe.each(Object.entries(deletions))('a report and the deletion of the %s', (_what, remove) => {
  const traces = async (drop: Drop) => {
    const [row] = await sql`
      select
        (select count(*)::int from reports where reported_voice_drop_id = ${drop.id}) as reports,
        (select count(*)::int from report_evidence where path = ${drop.path}) as evidence,
        exists (select from storage.objects where name = ${drop.path}) as is_stored`;
    return row;
  };

  it('leave evidence and file where the report came first', async () => {
    const [drop, reporter] = [await make.drop(), await make.person()];
    const ended = await cross(
      (last) =>
        as(reporter, async (caller) => {
          await report(caller, reporter, drop);
          await last();
        }),
      () => remove(drop),
    );
    expect(ended).toEqual(['fulfilled', 'fulfilled']);
    expect(await sql`select from voice_drops where id = ${drop.id}`).toHaveLength(0);
    expect(await traces(drop)).toEqual({ reports: 1, evidence: 1, is_stored: true });
  });

  it('leave nothing where the deletion came first: the report is refused', async () => {
    const [drop, reporter] = [await make.drop(), await make.person()];
    const ended = await cross(
      (last) => remove(drop, last),
      () => reportBy(reporter, drop),
    );
    expect(ended).toEqual(['fulfilled', 'rejected']);
    expect(await traces(drop)).toEqual({ reports: 0, evidence: 0, is_stored: false });
  });
});

it('the picture of a person is kept where a report came before its removal', async () => {
  const [owner, reporter] = [await make.person(), await make.person()];
  const path = await make.avatar(owner);
  const ended = await cross(
    (last) =>
      as(reporter, async (caller) => {
        await caller`
          insert into reports (reporter_id, reported_user_id, reason)
          values (${reporter.id}, ${owner.id}, 'spam')`;
        await last();
      }),
    () =>
      as(
        owner,
        (caller) => caller`update profiles set avatar_url = null where user_id = ${owner.id}`,
      ),
  );
  expect(ended).toEqual(['fulfilled', 'fulfilled']);
  expect(await sql`select from storage.objects where name = ${path}`).toHaveLength(1);
});

it('of two of staff who decide a case at once, one does', async () => {
  const staff = [await make.staff(), await make.staff()];
  const drop = await make.drop();
  await make.report(await make.person(), drop);
  const [found] = await sql<
    { id: string }[]
  >`select id from private.cases where subject_id = ${drop.id}`;
  const decide = (member: Person) =>
    as(
      member,
      (caller) => caller`select desk_decide(${found!.id}, 'remove', 'spam', 'Advertising')`,
    );
  expect(await outcomes(staff.map(decide))).toEqual(['fulfilled', 'rejected']);
  expect(await sql`select from decisions where subject_id = ${drop.id}`).toHaveLength(1);
});

it('reports of one drop at once are one case, and three of them hide it with one statement', async () => {
  const drop = await make.drop();
  const reporters = await Promise.all(Array.from({ length: 6 }, () => make.established()));
  await Promise.all(reporters.map((reporter) => reportBy(reporter, drop)));
  const cases = await sql`
    select report_count, reasons from private.cases where subject_id = ${drop.id}`;
  expect([...cases]).toEqual([{ report_count: 6, reasons: { spam: 6 } }]);
  expect(await sql`select from decisions where subject_id = ${drop.id}`).toHaveLength(1);
});
