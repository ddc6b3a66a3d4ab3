import type { Sql } from 'postgres';
import { describe, expect, it } from 'vitest';
import { conversationsOf } from './support/conversations.ts';
import type { Comment, Drop } from './support/factories.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import { errorOf, type Persona, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { open, send, sideOf, wordsRead } = conversationsOf(database);

const apply = (kind: string, { id }: { id: string }, measure: string, until?: string) =>
  sql`select private.apply_measure(${kind}, ${id}, ${measure}, ${until ?? null})`;
const revert = (kind: string, { id }: { id: string }, measure: string) =>
  sql`select private.revert_measure(${kind}, ${id}, ${measure})`;

type Way = (persona: Persona, drop: Drop) => Promise<boolean>;

const readsRow =
  (statement: (sql: Sql, drop: Drop) => PromiseLike<readonly unknown[]>): Way =>
  async (persona, drop) =>
    (await database.as(persona, (caller) => statement(caller, drop))).length > 0;

/** Ways of reading a drop by its address, or on the profile. */
const byAddress: Record<string, Way> = {
  'the drop': readsRow((sql, { id }) => sql`select from voice_drops where id = ${id}`),
  'its comments': readsRow(
    (sql, { id }) => sql`select from voice_drop_comments where voice_drop_id = ${id}`,
  ),
  'its audio': readsRow((sql, { path }) => sql`select from storage.objects where name = ${path}`),
  'its live counts': readsRow(
    (sql, { id }) => sql`select from live_drop_counts where voice_drop_id = ${id}`,
  ),
};

const isMember = (persona: Persona): persona is Person => persona !== 'visitor';

/** Lists and searches that contain public drops. */
const inLists: Record<string, Way> = {
  'the newest drops': readsRow(
    (sql, { id }) => sql`
      select from voice_drops
      where id = ${id} and is_muted(voice_drops) is not true and audience <> 'unlisted'`,
  ),
  search: readsRow((sql, { id }) => sql`select from voice_drop_words where voice_drop_id = ${id}`),
  'the search of what visitors do not see': async (persona, drop) =>
    isMember(persona) &&
    (await queryAs(persona)`select from nonpublic_drop_words where voice_drop_id = ${drop.id}`)
      .length > 0,
  'Hot and Trending': readsRow(
    (sql, { id }) => sql`select from voice_drop_ranks where voice_drop_id = ${id}`,
  ),
  'its hashtag': readsRow((sql) => sql`select from hashtags where tag = 'rain'`),
  'the drops of followed people': async (persona, drop) =>
    isMember(persona) &&
    (await queryAs(persona)`select from following_drops() where id = ${drop.id}`).length > 0,
  'the likes that somebody shows': async (persona, drop) => {
    const fan = await make.person();
    await make.like(fan, drop);
    await sql`update account_settings set shows_likes = true where user_id = ${fan.id}`;
    return (await queryAs(persona)`select from shown_likes(${fan.id})`).length > 0;
  },
};

const everyone = ['visitor', 'owner', 'other', 'follower'];
const alone = ['owner'];

/** Who reads a drop in each way, unless a measure changes that. */
const usual: Record<string, string[]> = {
  ...Object.fromEntries(Object.keys(byAddress).map((way) => [way, everyone])),
  'the newest drops': everyone,
  // A word of a drop across a block is one that the same person can read as a visitor.
  search: everyone,
  'the search of what visitors do not see': [],
  'Hot and Trending': everyone,
  'its hashtag': [...everyone, 'blocked', 'blocker'],
  'the drops of followed people': ['follower'],
  'the likes that somebody shows': everyone,
};

const ways = { ...byAddress, ...inLists };

const readersOf = async (drop: Drop) => {
  const people = await peopleAround(make, drop);
  const readers: Record<string, string[]> = {};
  for (const [name, way] of Object.entries(ways)) {
    readers[name] = await namesWhere(people, (persona) => way(persona, drop));
  }
  return readers;
};

const received = async () => {
  const drop = await make.drop({ hashtags: ['rain'] });
  await make.comment({ on: drop });
  return drop;
};

describe('a drop', () => {
  it('is read in all ways without a measure, and with one that only labels it', async () => {
    expect(await readersOf(await received())).toEqual(usual);
    const drop = await received();
    await apply('drop', drop, 'label');
    expect(await readersOf(drop)).toEqual(usual);
  });

  it.each([['remove'], ['hold']])(
    'is read by its owner alone after %s, in no list',
    async (measure) => {
      const drop = await received();
      await apply('drop', drop, measure);
      expect(await readersOf(drop)).toEqual({
        ...Object.fromEntries(Object.keys(ways).map((way) => [way, []])),
        ...Object.fromEntries(Object.keys(byAddress).map((way) => [way, alone])),
        'the newest drops': alone,
        'the search of what visitors do not see': alone,
        'the likes that somebody shows': alone,
      });
    },
  );

  it('that is limited is read by its address, and in no list', async () => {
    const drop = await received();
    await apply('drop', drop, 'limit');
    expect(await readersOf(drop)).toEqual({
      ...Object.fromEntries(Object.keys(ways).map((way) => [way, []])),
      ...Object.fromEntries(Object.keys(byAddress).map((way) => [way, everyone])),
      'the search of what visitors do not see': alone,
    });
  });

  it('for followers stays one when it is limited', async () => {
    const drop = await make.drop({ privacy_level: 'followers' });
    await apply('drop', drop, 'limit');
    const people = await peopleAround(make, drop);
    expect(await namesWhere(people, (persona) => database.sees(persona, drop))).toEqual([
      'owner',
      'follower',
    ]);
  });

  it('is not announced to followers while it is held, and is once it is released', async () => {
    const drop = await make.drop({ moderation: 'held' });
    const follower = await make.person();
    await make.follow(follower, drop.owner);
    await sql`
      insert into drop_alerts ${sql({ follower_id: follower.id, following_id: drop.owner.id })}`;
    const announced = () =>
      sql`select from private.outbox where kind = 'drop' and subject = ${drop.id}`;
    expect(await announced()).toHaveLength(0);
    await revert('drop', drop, 'hold');
    expect(await announced()).toHaveLength(1);
  });

  it.each([['remove'], ['hold'], ['limit']])(
    'has its likes, comments, counts and places again when %s is taken back',
    async (measure) => {
      const drop = await received();
      await make.like(await make.person(), drop);
      await queryAs('visitor')`select add_play(${drop.id})`;
      const state = async () => {
        const [row] = await sql`
          select audience, created_at, like_count(drops)::int as likes, play_count(drops)::int as plays,
            comment_count(drops)::int as comments, hot, trending, drop_count::int as "drops of owner",
            profile_counts.like_count::int as "likes of owner",
            (select drop_count::int from hashtags where tag = 'rain') as "drops of tag",
            (select new_drops::int from today_stats(now() - interval '1 hour')) as today,
            (select total_plays::int from today_stats(now() - interval '1 hour')) as "all plays"
          from voice_drops as drops
          join private.voice_drop_ranks on voice_drop_id = drops.id
          join profile_counts on profile_counts.user_id = drops.user_id
          where drops.id = ${drop.id}`;
        return row!;
      };
      const before = await state();
      await apply('drop', drop, measure);
      await apply('drop', drop, measure);
      const hidden = await state();
      const isGone = measure !== 'limit';
      expect(hidden).toMatchObject({
        'drops of owner': isGone ? 0 : 1,
        'likes of owner': isGone ? 0 : 1,
        today: before['today'] - 1,
        'all plays': before['all plays'] - 1,
      });
      expect(hidden['drops of tag'] ?? 0).toBe(0);
      await revert('drop', drop, measure);
      expect(await state()).toEqual(before);
    },
  );

  it('that was limited before it was removed is limited when it is restored', async () => {
    const drop = await make.drop();
    await apply('drop', drop, 'limit');
    await apply('drop', drop, 'hold');
    await apply('drop', drop, 'remove');
    await revert('drop', drop, 'hold');
    expect(await database.sees('visitor', drop)).toBe(false);
    await revert('drop', drop, 'remove');
    const [row] = await queryAs('visitor')`select audience from voice_drops where id = ${drop.id}`;
    expect(row).toEqual({ audience: 'unlisted' });
  });

  it.each([['hold'], ['remove']])('cannot be changed after %s, but deleted', async (measure) => {
    const drop = await make.drop({ privacy_level: 'private' });
    await apply('drop', drop, measure);
    const error = errorOf(
      queryAs(drop.owner)`update voice_drops set privacy_level = 'public' where id = ${drop.id}`,
    );
    expect(await error).toMatchObject({ message: expect.stringMatching(/You can appeal\.$/) });
    expect((await queryAs(drop.owner)`delete from voice_drops where id = ${drop.id}`).count).toBe(
      1,
    );
  });
});

describe('the label of sensitive content', () => {
  const isSensitive = async ({ id }: Drop) => {
    const [row] = await queryAs('visitor')`select is_sensitive from voice_drops where id = ${id}`;
    return row?.['is_sensitive'];
  };
  const set = ({ id, owner }: Drop, value: boolean) =>
    queryAs(owner)`update voice_drops set is_sensitive = ${value} where id = ${id}`;

  it('is set and removed by the author', async () => {
    const drop = await make.drop();
    await set(drop, true);
    expect(await isSensitive(drop)).toBe(true);
    await set(drop, false);
    expect(await isSensitive(drop)).toBe(false);
  });

  it('cannot be removed by the author when staff have set it', async () => {
    const drop = await make.drop();
    await apply('drop', drop, 'label');
    await expect(set(drop, false)).rejects.toThrow(/You can appeal\.$/);
    await queryAs(drop.owner)`update voice_drops set title = 'Anew' where id = ${drop.id}`;
    expect(await isSensitive(drop)).toBe(true);
  });

  it.each([[true], [false]])(
    'is what the author chose, %s, when staff take theirs back',
    async (choice) => {
      const drop = await make.drop({ is_sensitive: choice });
      await apply('drop', drop, 'label');
      await apply('drop', drop, 'label');
      await revert('drop', drop, 'label');
      expect(await isSensitive(drop)).toBe(choice);
    },
  );
});

describe('a removed comment', () => {
  const scene = async () => {
    const drop = await make.drop();
    const comment = await make.voiceComment({ on: drop, content: 'Cruel words' });
    const fan = await make.person();
    await make.commentLike(fan, comment);
    const people = { ...(await peopleAround(make, drop)), author: comment.author };
    return { drop, comment, people };
  };
  const readers = (
    { comment, people }: Awaited<ReturnType<typeof scene>>,
    table = 'voice_drop_comments',
  ) =>
    namesWhere(people, async (persona) =>
      table === 'voice_drop_comments'
        ? (await queryAs(persona)`select from voice_drop_comments where id = ${comment.id}`)
            .length > 0
        : (await queryAs(persona)`select from storage.objects where name = ${comment.path}`)
            .length > 0,
    );
  const count = async ({ id }: Drop) => {
    const [row] = await sql`
      select comment_count(voice_drops)::int as comments from voice_drops where id = ${id}`;
    return row?.['comments'];
  };
  const notified = async ({ owner }: Drop) =>
    (await queryAs(owner)`select from notifications where type = 'comment'`).length;

  it('gets no reply, also not from its author, who sees it', async () => {
    const { drop, comment } = await scene();
    await apply('comment', comment, 'remove');
    const reply = queryAs(comment.author)`
      insert into voice_drop_comments (voice_drop_id, user_id, parent_comment_id, content)
      values (${drop.id}, ${comment.author.id}, ${comment.id}, 'Cruel words')`;
    expect(await errorOf(reply)).toMatchObject({ code: '23503' });
  });

  it('whose author is banned stays hidden with its replies when it is restored', async () => {
    const { drop, comment } = await scene();
    const reply = await make.comment({ on: drop, replyTo: comment });
    const shown = async () =>
      (await queryAs('visitor')`select from voice_drop_comments where id = ${reply.id}`).length;
    await apply('person', comment.author, 'ban');
    await apply('comment', comment, 'remove');
    await revert('comment', comment, 'remove');
    expect([await shown(), await count(drop)]).toEqual([0, 0]);
    await revert('person', comment.author, 'ban');
    expect([await shown(), await count(drop)]).toEqual([1, 2]);
  });

  it('is read by its author alone, and is not counted, until it is restored', async () => {
    const made = await scene();
    const { drop, comment } = made;
    const before = await readers(made);
    expect(before).toEqual([...everyone, 'author']);
    expect(await notified(drop)).toBe(1);
    await apply('comment', comment, 'remove');
    await apply('comment', comment, 'remove');
    expect(await readers(made)).toEqual(['author']);
    expect(await readers(made, 'storage.objects')).toEqual(['author']);
    expect([await count(drop), await notified(drop)]).toEqual([0, 0]);
    await revert('comment', comment, 'remove');
    expect(await readers(made)).toEqual(before);
    expect([await count(drop), await notified(drop)]).toEqual([1, 1]);
    const [row] =
      await sql`select like_count::int from voice_drop_comments where id = ${comment.id}`;
    expect(row).toEqual({ like_count: 1 });
  });

  it('hides its replies with it, which are not counted either', async () => {
    const { drop, comment } = await scene();
    const reply = await make.comment({ replyTo: comment });
    const isShown = async () =>
      (await queryAs('visitor')`select from voice_drop_comments where id = ${reply.id}`).length > 0;
    await apply('comment', comment, 'remove');
    expect([await isShown(), await count(drop)]).toEqual([false, 0]);
    await apply('person', reply.author, 'ban');
    await revert('comment', comment, 'remove');
    expect([await isShown(), await count(drop)]).toEqual([false, 1]);
    await revert('person', reply.author, 'ban');
    expect([await isShown(), await count(drop)]).toEqual([true, 2]);
  });

  it('that its author deletes is not subtracted a second time', async () => {
    const { drop, comment } = await scene();
    await make.comment({ on: drop });
    await apply('comment', comment, 'remove');
    await queryAs(comment.author)`delete from voice_drop_comments where id = ${comment.id}`;
    expect(await count(drop)).toBe(1);
  });
});

describe('a banned person', () => {
  const scene = async () => {
    const person = await make.person();
    const path = await make.avatar(person);
    const drop = await make.drop({}, person);
    const theirs = await make.drop();
    const comment = await make.comment({ on: theirs, author: person });
    await make.follow(person, theirs.owner);
    return { person, path, drop, theirs, comment, people: await peopleAround(make, drop) };
  };
  type Scene = Awaited<ReturnType<typeof scene>>;
  const traces: Record<string, (sql: Sql, scene: Scene) => PromiseLike<readonly unknown[]>> = {
    profile: (sql, { person }) => sql`select from profiles where user_id = ${person.id}`,
    counts: (sql, { person }) => sql`select from profile_counts where user_id = ${person.id}`,
    follows: (sql, { person }) => sql`select from follows where follower_id = ${person.id}`,
    avatar: (sql, { path }) => sql`select from storage.objects where name = ${path}`,
    drop: (sql, { drop }) => sql`select from voice_drops where id = ${drop.id}`,
    comment: (sql, { comment }) => sql`select from voice_drop_comments where id = ${comment.id}`,
  };
  const readers = async (made: Scene) => {
    const found: Record<string, string[]> = {};
    for (const [name, statement] of Object.entries(traces)) {
      found[name] = await namesWhere(
        made.people,
        async (persona) => (await database.as(persona, (sql) => statement(sql, made))).length > 0,
      );
    }
    return found;
  };

  it('is seen by nobody else, until the ban is taken back', async () => {
    const made = await scene();
    const before = await readers(made);
    await apply('person', made.person, 'ban');
    await apply('person', made.person, 'ban');
    expect(await readers(made)).toEqual(
      Object.fromEntries(Object.keys(traces).map((name) => [name, ['owner']])),
    );
    await revert('person', made.person, 'ban');
    expect(await readers(made)).toEqual(before);
  });

  it('notifies nobody of what they did before', async () => {
    const { person, theirs } = await scene();
    const types = async () =>
      (await queryAs(theirs.owner)`select type from notifications order by type`).map(
        ({ type }) => type,
      );
    expect(await types()).toEqual(['comment', 'follow']);
    await apply('person', person, 'ban');
    expect(await types()).toEqual([]);
  });

  it('does not show a comment that was removed apart from the ban when the ban ends', async () => {
    const { person, comment } = await scene();
    const isShown = async () =>
      (await queryAs('visitor')`select from voice_drop_comments where id = ${comment.id}`).length >
      0;
    await apply('comment', comment, 'remove');
    await apply('person', person, 'ban');
    await revert('person', person, 'ban');
    expect(await isShown()).toBe(false);
    await apply('person', person, 'ban');
    await revert('comment', comment, 'remove');
    expect(await isShown()).toBe(false);
    await revert('person', person, 'ban');
    expect(await isShown()).toBe(true);
  });

  it('receives and sends no more messages, and has no name for the other, who keeps them', async () => {
    const [ann, bob] = await make.people(2);
    const conversation = await open(ann, bob);
    await send(ann, conversation, 'Before');
    await apply('person', ann, 'ban');
    expect(await sideOf(bob, conversation)).toMatchObject({ state: 'ended', person: null });
    expect(await wordsRead(bob, conversation)).toEqual(['Before']);
    expect(await errorOf(send(bob, conversation))).toMatchObject({ code: 'PT403' });
    const stranger = await make.person();
    expect(await errorOf(open(stranger, ann))).toMatchObject({ code: 'PT404' });
  });

  it('is banned without an end, whatever time is given, and said so', async () => {
    const { person } = await scene();
    await apply('person', person, 'suspend', '2100-01-01');
    await apply('person', person, 'ban', '2100-01-01');
    expect([...(await queryAs(person)`select * from own_restriction()`)]).toEqual([
      { kind: 'banned', until: null },
    ]);
    await revert('person', person, 'ban');
    expect(await queryAs(person)`select * from own_restriction()`).toMatchObject([
      { kind: 'suspended' },
    ]);
  });
});

describe('a person who is suspended or banned', () => {
  /** A person with something to change everywhere, and others. */
  const takePart = async () => {
    const me = await make.established();
    const [friend, stranger, requester] = await make.people(3);
    const drop = await make.drop({}, me);
    const theirs = await make.drop({}, friend);
    const comment = await make.comment({ on: theirs });
    const clip = await make.clip(me);
    await make.follow(me, friend);
    await sql`insert into mutes ${sql({ user_id: me.id, kind: 'word', subject: 'rain' })}`;
    await sql`
      insert into follow_requests (requester_id, account_id) values (${requester.id}, ${me.id})`;
    const conversation = await open(me, friend);
    await send(me, conversation);
    await send(friend, conversation);
    const [{ id: anonymous } = { id: '' }] = await sql<{ id: string }[]>`
      insert into conversations (is_anonymous, first_id, second_id)
      values (true, ${friend.id}, ${me.id}) returning id`;
    await sql`
      insert into conversation_participants (conversation_id, place, user_id, is_accepted)
      values (${anonymous}, 2, ${me.id}, false)`;
    const people = { me, friend, stranger, requester };
    return { ...people, drop, theirs, comment, clip, conversation, anonymous };
  };
  type Scene = Awaited<ReturnType<typeof takePart>>;
  type Attempt = (sql: Sql, scene: Scene) => PromiseLike<readonly unknown[]>;

  /** How somebody who is suspended, and may still read, keeps others away. */
  const protecting: Record<string, Attempt> = {
    'INSERT blocks': (sql, { me, stranger }) =>
      sql`insert into blocks ${sql({ blocker_id: me.id, blocked_id: stranger.id })}`,
    'INSERT follow_declines': (sql, { me, requester }) =>
      sql`insert into follow_declines ${sql({ account_id: me.id, requester_id: requester.id })}`,
    'INSERT mutes': (sql) => sql`insert into mutes (kind, subject) values ('word', 'snow')`,
    'INSERT reports': (sql, { me, theirs }) =>
      sql`
        insert into reports
          ${sql({ reporter_id: me.id, reported_voice_drop_id: theirs.id, reason: 'spam' })}`,
    'UPDATE conversation_participants': (sql, { conversation }) =>
      sql`
        update conversation_participants set is_archived = true
        where conversation_id = ${conversation}`,
    'UPDATE mutes': (sql) => sql`update mutes set until = now() + interval '1 day'`,
    'CALL end_conversation': (sql, { anonymous }) => sql`select end_conversation(${anonymous})`,
  };

  const forbidden: Record<string, Attempt> = {
    'INSERT bookmarks': (sql, { me, theirs }) =>
      sql`insert into bookmarks ${sql({ user_id: me.id, voice_drop_id: theirs.id })}`,
    'INSERT drop_alerts': (sql, { me, friend }) =>
      sql`insert into drop_alerts ${sql({ follower_id: me.id, following_id: friend.id })}`,
    'INSERT followed_hashtags': (sql) => sql`insert into followed_hashtags (tag) values ('rain')`,
    'INSERT follows': (sql, { me, stranger }) =>
      sql`insert into follows ${sql({ follower_id: me.id, following_id: stranger.id })}`,
    'INSERT voice_drop_comment_likes': (sql, { me, comment }) =>
      sql`insert into voice_drop_comment_likes ${sql({ user_id: me.id, comment_id: comment.id })}`,
    'INSERT voice_drop_comments': (sql, { me, theirs }) =>
      sql`
        insert into voice_drop_comments
          ${sql({ user_id: me.id, voice_drop_id: theirs.id, content: 'Hm' })}`,
    'INSERT voice_drop_likes': (sql, { me, theirs }) =>
      sql`insert into voice_drop_likes ${sql({ user_id: me.id, voice_drop_id: theirs.id })}`,
    'INSERT voice_drops': (sql, { me, clip }) =>
      sql`
        insert into voice_drops ${sql({
          user_id: me.id,
          audio_url: `/storage/v1/object/voice-drops/${clip}`,
          duration: 12,
        })}`,
    'INSERT storage.objects': (sql, { me }) =>
      sql`
        insert into storage.objects (bucket_id, name, metadata)
        values ('voice-drops', ${`${me.id}/new.wav`}, '{"mimetype": "audio/wav"}')`,
    'UPDATE profiles, what others see': (sql, { me }) =>
      sql`update profiles set bio = 'Hello' where user_id = ${me.id}`,
    'UPDATE voice_drops': (sql, { drop }) =>
      sql`update voice_drops set title = 'Anew' where id = ${drop.id}`,
    'UPDATE storage.objects': (sql, { me, clip }) =>
      sql`update storage.objects set name = ${`${me.id}/moved.wav`} where name = ${clip}`,
    'CALL accept_conversation': (sql, { conversation }) =>
      sql`select accept_conversation(${conversation})`,
    'CALL approve_follow_request': (sql, { requester }) =>
      sql`select approve_follow_request(${requester.id})`,
    'CALL begin_message_clip': (sql) =>
      sql`
        select begin_message_clip(gen_random_uuid(), 'audio/mpeg', 1000, 3,
          array_fill(7::smallint, array[100]), 'veil')`,
    'CALL count_masking': (sql) => sql`select count_masking()`,
    'CALL open_conversation': (sql, { stranger }) => sql`select open_conversation(${stranger.id})`,
    'CALL send_message': (sql, { conversation }) =>
      sql`select send_message(gen_random_uuid(), ${conversation}, 'Hello')`,
    'CALL show_typing': (sql, { conversation }) => sql`select show_typing(${conversation})`,
  };

  const tried = (attempts: Record<string, Attempt>, refusedAfter: string[]) =>
    Object.entries(attempts).map(([name, attempt]) => ({ name, attempt, refusedAfter }));
  const attempts = [...tried(forbidden, ['suspend', 'ban']), ...tried(protecting, ['ban'])];

  /** What else the role of people may write, and why that is open to people who are restricted. */
  const allowed: Record<string, string> = {
    'INSERT profiles': 'settings are saved by an upsert; a trigger refuses what others see',
    'UPDATE profiles': 'settings',
    'UPDATE account_settings': 'settings',
    'UPDATE notifications': 'marks what was read',
    'CALL appeal': 'the way out',
    'CALL begin_export': 'a copy of one’s own data',
    'CALL add_listening': 'counts nothing: see the test below',
    'CALL add_play': 'counts nothing: see the test below',
    'CALL confirm_mail': 'the address of mails about the account',
    'CALL delete_conversation': 'deletes for the caller',
    'CALL delete_message': 'deletes',
    'CALL end_session': 'signs a device out',
    'CALL keep_factor': 'the account’s own security',
    'CALL mark_read': 'marks what was read',
    'CALL own_account_key': 'reads what the account has stored on the device',
    'CALL record_activity': 'says when the account was last active, for its own mails',
    'CALL register_push': 'devices, which receive the statement',
    'CALL renew_recovery_codes': 'the account’s own security',
    'CALL request_factor_removal': 'the account’s own security',
    'CALL reserve_invitation': 'an invitation for an account that does not exist yet',
    'CALL send_contact': 'a message to the operator',
    'CALL send_mail_confirmation': 'the address of mails about the account',
    'CALL send_test_push': 'sends to the caller alone',
    'CALL stop_mail': 'settings',
  };
  const nameOf = (attempt: string) => attempt.replace(/,.*/, '');

  it('is tried in every table that people write, and every procedure that writes', async () => {
    const rows = await sql<{ name: string }[]>`
      select command || ' ' || oid::regclass as name
      from pg_class, unnest(array['INSERT', 'UPDATE']) as command
      where relkind in ('r', 'p', 'v')
        and (relnamespace = 'public'::regnamespace or oid = 'storage.objects'::regclass)
        and has_any_column_privilege('authenticated', oid, command)
      union
      select 'CALL ' || proname from pg_proc
      where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
        and has_function_privilege('authenticated', oid, 'execute')
        -- Those of staff, who act for the operator.
        and proname not like 'desk\\_%'`;
    const names = new Set(
      [...attempts.map(({ name }) => name), ...Object.keys(allowed)].map(nameOf),
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  });

  it.each(attempts)(
    'is refused $name after $refusedAfter, with a sentence, and allowed to before',
    async ({ attempt: attemptOf, refusedAfter }) => {
      const scene = await takePart();
      const attempt = () => database.as(scene.me, (sql) => attemptOf(sql, scene));
      await sql`savepoint before`;
      await attempt();
      await sql`rollback to before`;
      for (const measure of ['suspend', 'ban']) {
        await apply('person', scene.me, measure);
        if (!refusedAfter.includes(measure)) {
          await attempt();
          await sql`rollback to before`;
          continue;
        }
        await expect(attempt()).rejects.toMatchObject({
          code: '42501',
          message: expect.stringMatching(
            /^Your account is (suspended|banned)\. You can read why, and appeal\.$/,
          ),
        });
      }
    },
  );

  it('makes reports that do not count towards hiding a drop', async () => {
    const scene = await takePart();
    const report = async () => {
      await database.as(scene.me, (sql) => protecting['INSERT reports']!(sql, scene));
      const [made] = await sql`delete from reports returning counts_to_hide`;
      return made;
    };
    expect(await report()).toEqual({ counts_to_hide: true });
    await apply('person', scene.me, 'suspend');
    expect(await report()).toEqual({ counts_to_hide: false });
  });

  it('receives a message when a measure begins, changes or ends, which nobody else may join', async () => {
    const me = await make.person();
    const topic = `notifications:${me.id}`;
    for (const change of [
      () => apply('person', me, 'suspend', '2100-03-06 00:00+00'),
      () => apply('person', me, 'suspend', '2100-03-07 00:00+00'),
      () => apply('person', me, 'ban'),
      () => revert('person', me, 'suspend'),
      () => revert('person', me, 'ban'),
    ]) {
      await sql`delete from realtime.messages`;
      await change();
      const sent = await sql`select topic, payload - 'id' as payload, private from realtime.messages
        where event = 'restriction'`;
      expect([...sent]).toEqual([{ topic, payload: {}, private: true }]);
    }
  });

  it('asks for no follow of a private account', async () => {
    const scene = await takePart();
    const account = await make.person({ is_private: true });
    await apply('person', scene.me, 'suspend');
    const follow = queryAs(scene.me)`
      insert into follows ${sql({ follower_id: scene.me.id, following_id: account.id })}`;
    expect(await errorOf(follow)).toMatchObject({ code: '42501' });
  });

  it('hears drops, and changes no count by that', async () => {
    const { me, theirs } = await takePart();
    const [before] = await queryAs(me)`select add_play(${theirs.id}) as counted`;
    expect(before).toEqual({ counted: true });
    await sql`update private.ranking_acts set started_at = now() - interval '1 hour'`;
    await apply('person', me, 'suspend');
    const [row] = await queryAs(me)`
      select add_play(${theirs.id}) as counted, add_listening(${theirs.id}, 'end') as listened`;
    expect(row).toEqual({ counted: false, listened: false });
  });

  it('saves settings, marks as read, and deletes', async () => {
    const { me, friend, drop, theirs, conversation } = await takePart();
    await make.like(me, theirs);
    await make.comment({ on: drop, author: friend });
    await apply('person', me, 'ban');
    const count = async (work: (sql: Sql) => PromiseLike<{ count: number }>) =>
      (await database.as(me, work)).count;
    expect(
      await count(
        (sql) => sql`
          insert into profiles ${sql({ user_id: me.id, username: me.username, autoplay: false })}
          on conflict (user_id) do update set username = excluded.username, autoplay = excluded.autoplay`,
      ),
    ).toBe(1);
    expect(await count((sql) => sql`update account_settings set shows_likes = true`)).toBe(1);
    expect(await count((sql) => sql`update notifications set read = true`)).toBeGreaterThan(0);
    await queryAs(me)`select mark_read(${conversation}, 1), delete_conversation(${conversation})`;
    expect(await count((sql) => sql`delete from voice_drop_likes where user_id = ${me.id}`)).toBe(
      1,
    );
    expect(await count((sql) => sql`delete from voice_drops where id = ${drop.id}`)).toBe(1);
  });

  it('writes again when the suspension has ended, which names its last day', async () => {
    const scene = await takePart();
    const attempt = () =>
      database.as(scene.me, (sql) => forbidden['INSERT voice_drop_likes']!(sql, scene));
    await apply('person', scene.me, 'suspend', '2100-03-06 00:00+00');
    await expect(attempt()).rejects.toThrow(
      'Your account is suspended until the end of 5 March 2100.',
    );
    await apply('person', scene.me, 'suspend', '2020-03-05');
    await attempt();
    expect(await queryAs(scene.me)`select * from own_restriction()`).toHaveLength(0);
  });
});

it('a measure that does not fit its subject is an error, and one of a subject that is gone does nothing', async () => {
  const gone = { id: '00000000-0000-4000-8000-000000000000' } satisfies Pick<Comment, 'id'>;
  for (const [kind, measure] of [
    ['drop', 'label'],
    ['drop', 'remove'],
    ['comment', 'remove'],
    ['person', 'suspend'],
    ['person', 'ban'],
    ['message', 'warn'],
  ] as const) {
    await apply(kind, gone, measure);
    await revert(kind, gone, measure);
  }
  expect(await errorOf(apply('drop', gone, 'ban'))).toMatchObject({ code: '22023' });
});

it('nobody applies measures, nor reads restrictions and labels', async () => {
  const person = await make.person();
  for (const persona of [person, 'visitor'] as const) {
    for (const statement of [
      `select private.apply_measure('person', '${person.id}', 'none')`,
      `select private.revert_measure('person', '${person.id}', 'none')`,
      'select from private.restrictions',
      'select from private.sensitive_labels',
    ]) {
      const work = database.as(persona, (sql) => sql.unsafe(statement));
      expect(await errorOf(work)).toMatchObject({ code: '42501' });
    }
  }
});
