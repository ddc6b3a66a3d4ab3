import { randomUUID } from 'node:crypto';
import { CODE_POINTS_PER_CHARACTER, MESSAGE_MAX_LENGTH } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { conversationsOf } from './support/conversations.ts';
import { breaksCheck, errorOf, refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const conversations = conversationsOf(database);
const { open, send, clip, sideOf, read, wordsRead, call, markRead, remove, takeNews, talk } =
  conversations;

const tables = ['conversations', 'conversation_participants', 'messages'];

const set = (person: Person, columns: Record<string, string | boolean>) =>
  queryAs(person)`update account_settings set ${sql(columns)} where user_id = ${person.id}`;

const block = (blocker: Person, blocked: Person) =>
  queryAs(blocker)`
    insert into blocks (blocker_id, blocked_id) values (${blocker.id}, ${blocked.id})`;

const deleteAccount = async ({ id }: Person) => {
  for (;;) {
    const [row] = await sql`select delete_account_rows(${id}, 2) as left`;
    if (!row!.left) return;
  }
};

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('a conversation', () => {
  it('is read by its two members only, each their own side', async () => {
    const { ann, bob, conversation } = await talk();
    const cleo = await make.person();
    for (const table of tables) {
      expect([...(await queryAs(cleo)`select from ${sql(table)}`)]).toEqual([]);
      await expect(queryAs('visitor')`select from ${sql(table)}`).rejects.toMatchObject(refused);
    }
    for (const [me, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const sides = await queryAs(me)`select user_id from conversation_participants`;
      expect([...sides]).toEqual([{ user_id: me.id }]);
      expect(await sideOf(me, conversation)).toMatchObject({
        state: 'open',
        person: { user_id: other.id, username: other.username, avatar_url: null },
      });
      expect(await wordsRead(me, conversation)).toEqual(['Hello Bob', 'Hello Ann']);
    }
  });

  it('is one for two people, also when both open it', async () => {
    const [ann, bob] = await make.people(2);
    const conversation = await open(ann, bob);
    expect(await open(ann, bob)).toBe(conversation);
    expect(await open(bob, ann)).toBe(conversation);
    expect((await sideOf(bob, conversation))?.latest_at).toBeNull();
  });

  it('shows nothing to the other before the first message, and goes after a day without one', async () => {
    const [ann, bob] = await make.people(2);
    const conversation = await open(ann, bob);
    expect(await sideOf(bob, conversation)).toBeUndefined();
    expect(await takeNews()).toEqual([]);
    await sql`update conversations set created_at = now() - interval '25 hours'`;
    await sql`select private.delete_empty_conversations()`;
    expect(await sideOf(ann, conversation)).toBeUndefined();
  });

  it('cannot be written by its members except by the calls', async () => {
    const { ann, bob, conversation } = await talk();
    const message = (await read(ann, conversation))[0]!;
    const attempts = [
      () => queryAs(ann)`update conversation_participants set is_accepted = true`,
      () => queryAs(ann)`update conversation_participants set user_id = ${bob.id}`,
      () => queryAs(ann)`update messages set content = 'Changed' where id = ${message.id}`,
      () => queryAs(ann)`delete from messages where id = ${message.id}`,
      () => queryAs(ann)`
        insert into messages (id, conversation_id, place, content, sent_at)
        values (${randomUUID()}, ${conversation}, 2, 'As Bob', now())`,
      () => queryAs(ann)`
        insert into conversation_participants
          (conversation_id, place, user_id, is_accepted)
        values (${conversation}, 2, ${bob.id}, true)`,
    ];
    for (const attempt of attempts) expect(await errorOf(attempt())).toMatchObject(refused);
  });

  it.each([
    'first_id',
    'second_id',
    'hidden_for',
    'is_delivered',
    'clip_id',
    'message_count',
    'is_withheld',
    'created_at',
  ])('says nothing by a filter or an order of %s', async (column) => {
    const { ann } = await talk();
    const [{ table } = { table: '' }] = await sql<{ table: string }[]>`
      select table_name as table from information_schema.columns
      where table_schema = 'public' and column_name = ${column} and table_name in ${sql(tables)}
        and not has_column_privilege('authenticated', 'public.' || table_name, column_name, 'SELECT')`;
    await expect(
      queryAs(ann)`select 1 from ${sql(table)} where ${sql(column)} is not null`,
    ).rejects.toMatchObject(refused);
    await expect(
      queryAs(ann)`select 1 from ${sql(table)} order by ${sql(column)}`,
    ).rejects.toMatchObject(refused);
  });

  it('is in no statistics of the planner, by which estimates would count it', async () => {
    await talk();
    for (const table of tables) await sql`analyze ${sql(table)}`;
    const rows = await sql`select from pg_stats where tablename in ${sql(tables)}`;
    expect(rows).toHaveLength(0);
  });

  it('is archived and muted for one side; a message brings it back unless it is muted', async () => {
    const { ann, bob, conversation } = await talk();
    const store = (columns: Record<string, boolean>) =>
      queryAs(bob)`update conversation_participants set ${sql(columns)} where true`;
    expect((await store({ is_archived: true })).count).toBe(1);
    await send(ann, conversation);
    expect((await sideOf(bob, conversation))?.is_archived).toBe(false);
    await store({ is_archived: true, is_muted: true });
    await send(ann, conversation);
    expect((await sideOf(bob, conversation))?.is_archived).toBe(true);
    expect((await sideOf(ann, conversation))?.is_archived).toBe(false);
  });

  it('cannot be called by others, visitors, or without the second factor', async () => {
    const { ann, conversation } = await talk();
    const cleo = await make.person();
    const message = (await read(ann, conversation))[0]!;
    const calls = (person: Person) => [
      () => send(person, conversation),
      () => call(person, 'accept_conversation', conversation),
      () => call(person, 'delete_conversation', conversation),
      () => call(person, 'end_conversation', conversation),
      () => markRead(person, conversation, 1),
      () => remove(person, message, false),
      () => remove(person, message, true),
    ];
    for (const attempt of calls(cleo)) {
      expect(await errorOf(attempt())).toMatchObject({ code: 'PT404' });
    }
    await expect(queryAs('visitor')`select open_conversation(${ann.id})`).rejects.toMatchObject(
      refused,
    );
    await make.factor(ann);
    for (const attempt of [
      ...calls(ann),
      () => open(ann, cleo),
      () => call(ann, 'show_typing', conversation),
    ]) {
      expect(await errorOf(attempt())).toMatchObject(refused);
    }
    expect(await queryAs(ann)`select from search_messages('Hello')`).toHaveLength(0);
  });
});

describe('a message', () => {
  it('has positions without gaps, and reaches the other at once', async () => {
    const { ann, bob, conversation } = await talk();
    const sent = await send(ann, conversation, ' Third ');
    expect(sent).toMatchObject({ position: 3, place: 1, content: 'Third' });
    expect((await read(bob, conversation)).map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(await sideOf(bob, conversation)).toMatchObject({
      unread_count: 2,
      latest_message_id: sent.id,
      latest_at: sent.sent_at,
    });
    expect(await sideOf(ann, conversation)).toMatchObject({ latest_message_id: sent.id });
  });

  it('is sent once, however often it is repeated, and an id of another is refused', async () => {
    const { ann, bob, conversation } = await talk();
    const id = randomUUID();
    const first = await send(ann, conversation, { id, content: 'Once' });
    expect(await send(ann, conversation, { id, content: 'Twice' })).toEqual(first);
    expect(await wordsRead(bob, conversation)).toEqual(['Hello Bob', 'Hello Ann', 'Once']);
    const theirs = errorOf(send(bob, conversation, { id, content: 'Mine' }));
    expect(await theirs).toMatchObject({ code: 'PT409' });
  });

  it('has at most the characters of packages/domain, and something to read or to play', async () => {
    const { ann, conversation } = await talk();
    const most = '🌒'.repeat(MESSAGE_MAX_LENGTH * CODE_POINTS_PER_CHARACTER);
    await send(ann, conversation, most);
    for (const content of [`${most}a`, '', ' ', '\u200B']) {
      expect(await errorOf(send(ann, conversation, content))).toMatchObject(breaksCheck);
    }
  });

  it('has a clip that its sender has uploaded, once', async () => {
    const { ann, bob, conversation } = await talk();
    const uploaded = await clip(ann, 'deep');
    await send(ann, conversation, { clip: uploaded });
    const [message] = (await read(bob, conversation)).slice(-1);
    expect(message).toMatchObject({ content: null, duration: 3.5 });
    for (const other of [uploaded, await clip(bob), randomUUID()]) {
      const again = errorOf(send(ann, conversation, { clip: other }));
      expect(await again).toMatchObject({ code: 'PT409' });
    }
  });

  it('is returned without what nobody may read', async () => {
    const { ann, conversation } = await talk();
    const sent = await send(ann, conversation, { clip: await clip(ann), content: 'A voice' });
    const [sought] = await queryAs(ann)`select * from search_messages('a voice')`;
    for (const message of [sent, sought]) {
      expect(message).toMatchObject({
        clip_id: null,
        hidden_for: [],
        queue_place: null,
        withdrawn_at: null,
      });
    }
  });

  it('is announced to both, by ids alone, and to nobody else', async () => {
    const { ann, bob, conversation } = await talk();
    await takeNews();
    await send(ann, conversation);
    const payload = { conversation, position: 3 };
    expect(await takeNews()).toEqual(
      [
        { to: ann.id, event: 'message', payload },
        { to: bob.id, event: 'message', payload },
      ].toSorted((one, other) => one.to.localeCompare(other.to)),
    );
  });

  it('is limited by the acts of its sender', async () => {
    const { ann, conversation } = await talk();
    await sql`update private.act_limits set short_max = 2 where act = 'message'`;
    await send(ann, conversation);
    expect(await errorOf(send(ann, conversation))).toMatchObject({ code: 'PT429' });
  });
});

describe('the topic of a person', () => {
  const mayJoin = (person: Person, topic: string) =>
    database.as(person, async (caller) => {
      await caller`select set_config('realtime.topic', ${topic}, true)`;
      return (await caller`select from realtime.messages`).length > 0;
    });

  it('is read by that person only, with the second factor, and written by nobody', async () => {
    const { ann, bob } = await talk();
    const topic = `person:${ann.id}`;
    await sql`insert into realtime.messages (topic, extension) values ('probe', 'broadcast')`;
    expect(await mayJoin(ann, topic)).toBe(true);
    expect(await mayJoin(bob, topic)).toBe(false);
    const write = queryAs(ann)`
      insert into realtime.messages (topic, extension) values (${topic}, 'broadcast')`;
    await expect(write).rejects.toMatchObject(refused);
    await make.factor(ann);
    expect(await mayJoin(ann, topic)).toBe(false);
  });
});

describe('reading', () => {
  it('counts the messages of the other only, once', async () => {
    const { ann, bob, conversation } = await talk();
    await send(ann, conversation);
    const last = await send(ann, conversation);
    expect((await sideOf(bob, conversation))?.unread_count).toBe(3);
    await markRead(bob, conversation, 3);
    expect((await sideOf(bob, conversation))?.unread_count).toBe(1);
    await markRead(bob, conversation, 1);
    expect((await sideOf(bob, conversation))?.unread_count).toBe(1);
    await markRead(bob, conversation, last.position! + 1000);
    await send(ann, conversation);
    expect((await sideOf(bob, conversation))?.unread_count).toBe(1);
  });

  it('is shown to the other with receipts, unless one of the two has switched them off', async () => {
    const { ann, bob, conversation } = await talk();
    await markRead(bob, conversation, 2);
    await takeNews();
    await markRead(ann, conversation, 2);
    expect((await takeNews()).map(({ to }) => to).toSorted()).toEqual([ann.id, bob.id].toSorted());
    const shown = async () => [
      (await sideOf(ann, conversation))?.other_read_position,
      (await sideOf(bob, conversation))?.other_read_position,
    ];
    expect(await shown()).toEqual([2, 2]);
    for (const person of [ann, bob]) {
      await set(person, { read_receipts: false });
      expect(await shown()).toEqual([null, null]);
      await set(person, { read_receipts: true });
    }
    await set(bob, { read_receipts: false });
    await send(ann, conversation);
    await takeNews();
    await markRead(bob, conversation, 3);
    expect((await takeNews()).map(({ to }) => to)).toEqual([bob.id]);
  });

  it('while typing is shown to the other only, once in three seconds, and stores no message', async () => {
    const { ann, bob, conversation } = await talk();
    await takeNews();
    await call(ann, 'show_typing', conversation);
    await call(ann, 'show_typing', conversation);
    expect(await takeNews()).toEqual([{ to: bob.id, event: 'typing', payload: { conversation } }]);
    expect(await read(ann, conversation)).toHaveLength(2);
  });
});

describe('searching', () => {
  it('finds the messages that the caller reads, the newest first, without regard to case', async () => {
    const { ann, bob, conversation } = await talk();
    const found = async (person: Person, words: string, before: string | null = null) =>
      ids([
        ...(await queryAs<{ id: string }[]>(person)`
        select id from search_messages(${words}, ${before})`),
      ]);
    const first = await send(ann, conversation, 'Rain over ÉTÉ');
    const second = await send(bob, conversation, 'no rain');
    expect(await found(ann, ' RAIN ')).toEqual([second.id, first.id]);
    expect(await found(ann, 'rain', second.id)).toEqual([first.id]);
    expect(await found(bob, 'été')).toEqual([first.id]);
    expect(await found(await make.person(), 'rain')).toEqual([]);
    expect(await found(bob, ' ')).toEqual([]);
    await remove(bob, second, false);
    expect(await found(bob, 'rain')).toEqual([first.id]);
    // How long a deleted message is kept depends on the other side.
    expect(await found(bob, 'rain', second.id)).toEqual([]);
    await block(ann, bob);
    expect(await found(bob, 'Bob')).toEqual([]);
    expect(await found(ann, 'Bob')).toHaveLength(1);
  });
});

describe('deleting', () => {
  it('a message for oneself leaves it to the other', async () => {
    const { ann, bob, conversation } = await talk();
    const sent = await send(ann, conversation, 'Third');
    const [, before] = await read(bob, conversation);
    await remove(bob, sent, false);
    expect(await wordsRead(bob, conversation)).toEqual(['Hello Bob', 'Hello Ann']);
    expect(await sideOf(bob, conversation)).toMatchObject({
      unread_count: 1,
      latest_message_id: before!.id,
    });
    expect(await wordsRead(ann, conversation)).toHaveLength(3);
  });

  it('a message for both leaves its row, and keeps words and clip for seven days', async () => {
    const { ann, bob, conversation } = await talk();
    const uploaded = await clip(ann);
    const sent = await send(ann, conversation, { content: 'Oh no', clip: uploaded });
    expect(await errorOf(remove(bob, sent, true))).toMatchObject({ code: 'PT403' });
    await remove(ann, sent, true);
    await remove(ann, sent, true);
    for (const person of [ann, bob]) {
      const [message] = (await read(person, conversation)).slice(-1);
      expect(message).toMatchObject({ position: 3, content: null, duration: null });
      expect(message!.deleted_at).not.toBeNull();
    }
    const kept = () => sql`select content, clip_id from private.deleted_messages`;
    expect([...(await kept())]).toEqual([{ content: 'Oh no', clip_id: uploaded }]);
    const [bytes] = await sql`
      select removable_at - now() = interval '7 days' as later from private.message_clips
      where id = ${uploaded}`;
    expect(bytes).toEqual({ later: true });
    await sql`update private.deleted_messages set deleted_at = now() - interval '7 days'`;
    await sql`select private.delete_expired()`;
    expect([...(await kept())]).toEqual([]);
  });

  it('a message for both is refused after an hour', async () => {
    const { ann, conversation } = await talk();
    const sent = await send(ann, conversation);
    await sql`update messages set sent_at = sent_at - interval '61 minutes' where id = ${sent.id}`;
    expect(await errorOf(remove(ann, sent, true))).toMatchObject({ code: 'PT403' });
    await remove(ann, sent, false);
  });

  it('a conversation leaves it to the other, and a later message shows it again', async () => {
    const { ann, bob, conversation } = await talk();
    await call(bob, 'delete_conversation', conversation);
    expect(await read(bob, conversation)).toEqual([]);
    expect(await sideOf(bob, conversation)).toMatchObject({ unread_count: 0, latest_at: null });
    expect(await wordsRead(ann, conversation)).toHaveLength(2);
    await send(ann, conversation, 'Still there?');
    expect(await wordsRead(bob, conversation)).toEqual(['Still there?']);
    expect((await sideOf(bob, conversation))?.unread_count).toBe(1);
  });

  it('a conversation by both deletes its messages after seven days', async () => {
    const { ann, bob, conversation } = await talk();
    const uploaded = await clip(ann);
    await send(ann, conversation, { clip: uploaded });
    for (const person of [ann, bob]) await call(person, 'delete_conversation', conversation);
    const left = async () => {
      await sql`select private.delete_unread_rests()`;
      return (await sql`select from messages`).length;
    };
    expect(await left()).toBe(3);
    await send(ann, conversation, 'Later');
    await sql`update private.unread_rests set deleted_at = now() - interval '8 days'`;
    expect(await left()).toBe(1);
    const [bytes] = await sql`
      select removable_at <= now() as gone from private.message_clips where id = ${uploaded}`;
    expect(bytes).toEqual({ gone: true });
    expect(await wordsRead(bob, conversation)).toEqual(['Later']);
  });
});

const report = (person: Person, message: string) =>
  queryAs(person)`
    insert into reports (reporter_id, reported_message_id, reason)
    values (${person.id}, ${message}, 'harassment')`;

/** Deletes what both sides have deleted seven days ago. */
const passSevenDays = async () => {
  await sql`update private.unread_rests set deleted_at = now() - interval '8 days'`;
  return sql`select private.delete_unread_rests()`;
};

describe('a block', () => {
  it('ends the conversation for both: nothing is sent, typed, or shown as read', async () => {
    const { ann, bob, conversation } = await talk();
    await markRead(bob, conversation, 2);
    await block(ann, bob);
    expect(await sideOf(ann, conversation)).toMatchObject({
      state: 'blocked',
      person: { user_id: bob.id },
      other_read_position: null,
    });
    expect(await errorOf(send(ann, conversation))).toMatchObject({ code: 'PT403' });
    expect(await errorOf(send(bob, conversation))).toMatchObject({ code: 'PT403' });
    await takeNews();
    for (const person of [ann, bob]) await call(person, 'show_typing', conversation);
    await markRead(ann, conversation, 1);
    expect((await takeNews()).map(({ to }) => to)).toEqual([ann.id]);
    await queryAs(ann)`delete from blocks where true`;
    await send(bob, conversation, 'Again');
    expect(await wordsRead(ann, conversation)).toHaveLength(3);
    expect((await sideOf(ann, conversation))?.unread_count).toBe(2);
  });

  it('hides from the blocked person that a message is deleted for both, or the account', async () => {
    const { ann, bob, conversation } = await talk();
    await block(ann, bob);
    await takeNews();
    await remove(ann, (await read(ann, conversation))[0]!, true);
    expect((await takeNews()).map(({ to }) => to)).toEqual([ann.id]);
    await deleteAccount(ann);
    expect(await takeNews()).toEqual([]);
  });

  /** Everything that Bob can ask about a conversation with Ann, and every answer. */
  const everythingSeenBy = async (bob: Person, ann: Person, conversation: string) => {
    await takeNews();
    const own = (await read(bob, conversation)).at(-1);
    const [received] = await sql<{ id: string }[]>`select id from messages where place = 1`;
    const answers = [
      await errorOf(open(bob, ann)),
      await errorOf(send(bob, conversation, 'Are you there?')),
      await errorOf(call(bob, 'accept_conversation', conversation)),
      await errorOf(call(bob, 'show_typing', conversation)),
      await errorOf(markRead(bob, conversation, 3)),
      [...(await queryAs(bob)`select content from search_messages('hello')`)],
      [
        ...(await queryAs(
          bob,
        )`select profiles.accepts_messages from profiles where user_id = ${ann.id}`),
      ],
      [...(await queryAs(bob)`select id, is_anonymous from conversations`)],
      [
        ...(await queryAs(bob)`select * from (
        select side.is_accepted, unread_count, read_position, latest_message_id is null as is_empty,
          side.state, side.person, side.other_read_position
        from conversation_participants as side) as side`),
      ],
      (await read(bob, conversation)).map(({ position, content }) => ({ position, content })),
      await errorOf(remove(bob, own!, true)),
      await errorOf(call(bob, 'end_conversation', conversation)),
      await errorOf(call(bob, 'delete_conversation', conversation)),
      (await sideOf(bob, conversation))?.state,
      (await passSevenDays()).length,
      await errorOf(send(bob, conversation, { id: own!.id, content: 'Hello Ann' })),
      await errorOf(report(bob, received!.id)),
      (await takeNews()).filter(({ to }) => to === bob.id).map(({ event }) => event),
    ];
    return JSON.parse(JSON.stringify(answers).replaceAll(conversation, 'conversation')) as unknown;
  };

  it('gives the blocked person the same answers as a deleted account', async () => {
    const seen = [];
    for (const leave of [block, deleteAccount]) {
      const { ann, bob, conversation } = await talk();
      await send(ann, conversation, 'Hello again');
      await leave(ann, bob);
      seen.push(await everythingSeenBy(bob, ann, conversation));
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(JSON.stringify(seen[0])).toContain('"state":"ended"');
  });
});

describe('a deleted account', () => {
  it('leaves the other’s own messages, and takes its words and clips along', async () => {
    const { ann, bob, conversation } = await talk();
    const uploaded = await clip(ann);
    await send(ann, conversation, { clip: uploaded });
    await deleteAccount(ann);
    expect(await wordsRead(bob, conversation)).toEqual(['Hello Ann']);
    expect(await sideOf(bob, conversation)).toMatchObject({ person: null, state: 'ended' });
    const left =
      await sql`select from messages where place = 1 and num_nonnulls(content, clip_id) > 0`;
    expect(left).toHaveLength(0);
    const [bytes] = await sql`
      select removable_at <= now() as gone from private.message_clips where id = ${uploaded}`;
    expect(bytes).toEqual({ gone: true });
  });

  it('deletes conversations that nobody else has', async () => {
    const { ann, bob } = await talk();
    await open(ann, await make.person());
    for (const person of [ann, bob]) await deleteAccount(person);
    for (const table of tables) expect(await sql`select from ${sql(table)}`).toHaveLength(0);
  });
});

describe('a report', () => {
  const evidence = async () => [
    ...(await sql`
      select position, content, author_id, path from report_evidence order by position`),
  ];

  it('of a message gives it and the five before it to the operators, also after its deletion for both', async () => {
    const { ann, bob, conversation } = await talk();
    for (const number of [3, 4, 5, 6]) await send(bob, conversation, `Number ${number}`);
    const uploaded = await clip(ann);
    const last = await send(ann, conversation, { content: 'Ugly', clip: uploaded });
    await remove(ann, last, true);
    await report(bob, last.id);
    const [{ name } = { name: '' }] = await sql<{ name: string }[]>`
      select name from private.message_clips where id = ${uploaded}`;
    const bobs = { author_id: bob.id, path: null };
    expect(await evidence()).toEqual([
      { position: -5, content: 'Hello Ann', ...bobs },
      { position: -4, content: 'Number 3', ...bobs },
      { position: -3, content: 'Number 4', ...bobs },
      { position: -2, content: 'Number 5', ...bobs },
      { position: -1, content: 'Number 6', ...bobs },
      { position: 0, content: 'Ugly', author_id: ann.id, path: name },
    ]);
  });

  it('of a message is made by somebody who has received it', async () => {
    const { ann, bob, conversation } = await talk();
    const [message] = await read(bob, conversation);
    for (const person of [ann, await make.person()]) {
      expect(await errorOf(report(person, message!.id))).toMatchObject(refused);
    }
    // A block hides the message, and does not prevent the report.
    await block(ann, bob);
    await report(bob, message!.id);
    expect(await evidence()).toMatchObject([{ content: 'Hello Bob', author_id: ann.id }]);
    await expect(queryAs(bob)`select from report_evidence`).rejects.toMatchObject(refused);
    for (const person of [ann, bob]) await call(person, 'delete_conversation', conversation);
    await passSevenDays();
    expect([...(await sql`select id from messages`)]).toEqual([{ id: message!.id }]);
  });
});
