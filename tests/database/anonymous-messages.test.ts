import { randomUUID } from 'node:crypto';
import { ACT_LIMITS } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { conversationsOf, type Message } from './support/conversations.ts';
import { outboxOf } from './support/outbox.ts';
import { errorOf, refused, type Person } from './support/persona.ts';
import { pushDevicesOf } from './support/push-devices.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { open, send, clip, sideOf, read, call, markRead, remove, takeNews } =
  conversationsOf(database);
const outbox = outboxOf<{ id: number; kind: string; actor: string | null }>(database);
const { register } = pushDevicesOf(database);

/** Delivers what has been sent before a time, as the job does at full five minutes. */
const deliverAt = (at: Date) => sql`
  with job as materialized (select private.five_minutes(${at}) as mark)
  select private.deliver_waiting(conversation, mark)
  from job, unnest(private.waiting_conversations(mark)) as conversation`;

const deliver = () => deliverAt(new Date(Date.now() + 5 * 60_000));

const speak = async (ann: Person, conversation: string): Promise<Message> =>
  send(ann, conversation, { clip: await clip(ann) });

/** Ann, whose account is established, and Bob, who receives anonymous messages. */
const meet = async () => {
  const ann = await make.established();
  const bob = await make.session(await make.person({ allow_anonymous: true }));
  return { ann, bob, conversation: await open(ann, bob, true) };
};

/** Ann has written to Bob, and Bob has answered. */
const talk = async () => {
  const scene = await meet();
  await speak(scene.ann, scene.conversation);
  await deliver();
  await send(scene.bob, scene.conversation, 'Who are you?');
  return scene;
};

type Scene = Awaited<ReturnType<typeof talk>>;

const block = (blocker: Person, blocked: Person) =>
  queryAs(blocker)`
    insert into blocks (blocker_id, blocked_id) values (${blocker.id}, ${blocked.id})`;

const edit = (person: Person, columns: Record<string, string | boolean>) =>
  queryAs(person)`update profiles set ${sql(columns)} where user_id = ${person.id}`;

const deleteAccount = async ({ id }: Person) => {
  for (;;) {
    const [row] = await sql`select delete_account_rows(${id}, 2) as left`;
    if (!row!.left) break;
  }
  await sql`delete from auth.users where id = ${id}`;
};

/** The same for the same ids in the same places, whatever the ids are, and without times, which go on. */
const shapeOf = (value: unknown): unknown => {
  const seen = new Map<string, string>();
  const text = JSON.stringify(value).replaceAll(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (id) => {
      seen.set(id, seen.get(id) ?? `id ${seen.size}`);
      return seen.get(id)!;
    },
  );
  return JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time'));
};

/** Every answer about conversations that Bob gets: rows, calls and their errors, news, deliveries. */
const everythingSeenBy = async (bob: Person, conversation: string) => {
  const answer = async (work: Promise<unknown>) => (await errorOf(work)) ?? 'done';
  const [first] = await read(bob, conversation);
  const rows = async () => [
    [...(await queryAs(bob)`select id, is_anonymous from conversations order by id`)],
    [
      ...(await queryAs(bob)`
      select side.*, side.state, side.person, side.other_read_position
      from conversation_participants as side order by conversation_id`),
    ],
    await read(bob, conversation),
    [...(await queryAs(bob)`select * from search_messages('who')`)],
    [...(await queryAs(bob)`select type, content from notifications`)],
  ];
  await outbox.passTime('3 seconds');
  const answers = [
    await rows(),
    (await outbox.claim()).map(({ kind, actor }) => ({ kind, actor })),
    await answer(markRead(bob, conversation, 2)),
    await answer(call(bob, 'show_typing', conversation)),
    await answer(call(bob, 'accept_conversation', conversation)),
    await answer(remove(bob, first!, true)),
    await answer(send(bob, conversation, 'Who is it?')),
    await answer(remove(bob, first!, false)),
    await answer(
      queryAs(bob)`
        insert into reports (reporter_id, reported_message_id, reason)
        select ${bob.id}, id, 'other' from messages where place = 1 limit 1`,
    ),
    [...(await queryAs(bob)`select reason, reported_user_id from reports where reason = 'other'`)],
    await rows(),
    (await takeNews()).filter(({ to }) => to === bob.id),
    await answer(call(bob, 'end_conversation', conversation)),
    await answer(send(bob, conversation, 'Still?')),
    await rows(),
    await answer(call(bob, 'delete_conversation', conversation)),
    await rows(),
  ];
  return answers;
};

describe('an anonymous message', () => {
  it('reaches its recipient at the next full five minutes, as a request without a person', async () => {
    const { ann, bob, conversation } = await meet();
    await takeNews();
    expect(await speak(ann, conversation)).toMatchObject({ position: null });
    expect(await sideOf(bob, conversation)).toBeUndefined();
    expect((await takeNews()).map(({ to }) => to)).toEqual([ann.id]);
    await deliverAt(new Date());
    expect(await sideOf(bob, conversation)).toBeUndefined();
    await deliver();
    expect(await sideOf(bob, conversation)).toMatchObject({ state: 'request', person: null });
    expect(await read(bob, conversation)).toMatchObject([{ position: 1, duration: 3.5 }]);
    expect(await sideOf(ann, conversation)).toMatchObject({
      state: 'waiting',
      person: { user_id: bob.id },
    });
  });

  it('is a request also if its recipient follows the sender', async () => {
    const { ann, bob, conversation } = await meet();
    await make.follow(bob, ann);
    await speak(ann, conversation);
    await deliver();
    expect((await sideOf(bob, conversation))?.state).toBe('request');
  });

  it('is a clip masked with Veil, without words; the answer may be anything', async () => {
    const { ann, bob, conversation } = await meet();
    const masked = await clip(ann);
    for (const body of [
      'Words',
      { clip: await clip(ann, 'deep') },
      { clip: masked, content: 'Both' },
    ]) {
      expect(await errorOf(send(ann, conversation, body))).toMatchObject({ code: '23514' });
    }
    await send(ann, conversation, { clip: masked });
    await deliver();
    await send(bob, conversation, { clip: await clip(bob, 'deep'), content: 'Hello' });
    expect(await read(ann, conversation)).toHaveLength(2);
  });

  it('is the only one until it is answered, also after it was accepted', async () => {
    const { ann, bob, conversation } = await meet();
    await speak(ann, conversation);
    const again = async () => errorOf(speak(ann, conversation));
    expect(await again()).toMatchObject({ code: 'PT403' });
    await deliver();
    await takeNews();
    await call(bob, 'accept_conversation', conversation);
    expect((await takeNews()).map(({ to }) => to)).toEqual([bob.id]);
    expect(await again()).toMatchObject({ code: 'PT403' });
    await send(bob, conversation, 'Hello');
    expect(await again()).toBeNull();
  });

  it('is sent by established accounts only, to those who receive them', async () => {
    const { ann, bob } = await meet();
    const asAnswer = async (sender: Person, recipient: Person) =>
      errorOf(open(sender, recipient, true));
    expect(await asAnswer(await make.person(), bob)).toMatchObject({ code: 'PT403' });
    expect(await asAnswer(ann, await make.person())).toMatchObject({ code: 'PT403' });
    expect(await asAnswer(bob, bob)).toMatchObject({ code: 'PT403' });
  });

  it('is refused once its recipient has switched them off, unless they have answered before', async () => {
    const { ann, bob, conversation } = await meet();
    const answered = await talk();
    for (const recipient of [bob, answered.bob]) await edit(recipient, { allow_anonymous: false });
    expect(await errorOf(speak(ann, conversation))).toMatchObject({ code: 'PT403' });
    await speak(answered.ann, answered.conversation);
  });

  it('is begun five times a day', async () => {
    const { ann } = await meet();
    const begin = async () => {
      const recipient = await make.person({ allow_anonymous: true });
      return errorOf(speak(ann, await open(ann, recipient, true)));
    };
    const most = ACT_LIMITS['anonymous message']['1 day'];
    for (let count = 0; count < most; count += 1) expect(await begin()).toBeNull();
    expect(await begin()).toMatchObject({ code: 'PT429' });
  });

  it('is taken back at once while it waits, and at the next full five minutes after that', async () => {
    const { ann, bob, conversation } = await meet();
    await remove(ann, await speak(ann, conversation), true);
    await deliver();
    expect(await sideOf(bob, conversation)).toBeUndefined();
    const sent = await speak(ann, conversation);
    await deliver();
    await takeNews();
    await remove(ann, sent, true);
    expect(await read(ann, conversation)).toEqual([]);
    expect(await read(bob, conversation)).toMatchObject([{ deleted_at: null }]);
    expect((await takeNews()).filter(({ to }) => to === bob.id)).toEqual([]);
    await deliver();
    const [message] = await read(bob, conversation);
    expect(message).toMatchObject({ duration: null });
    expect(message!.deleted_at!.getTime() % 300_000).toBe(0);
  });

  it('arrives also if its recipient deletes the conversation while it waits', async () => {
    const { ann, bob, conversation } = await talk();
    await speak(ann, conversation);
    await call(bob, 'delete_conversation', conversation);
    await deliver();
    expect(await read(bob, conversation)).toMatchObject([{ position: 3 }]);
  });

  it('is reported with its sender, which only the operators see', async () => {
    const { ann, bob, conversation } = await talk();
    const [message] = await read(bob, conversation);
    await queryAs(bob)`
      insert into reports (reporter_id, reported_message_id, reason)
      values (${bob.id}, ${message!.id}, 'harassment')`;
    const evidence = await sql`select author_id, subject_id from report_evidence`;
    expect([...evidence]).toEqual([{ author_id: ann.id, subject_id: message!.id }]);
    await expect(queryAs(bob)`select author_id from report_evidence`).rejects.toMatchObject(
      refused,
    );
  });

  it('ends with a block inside the conversation, after which its sender begins no other', async () => {
    const { ann, bob, conversation } = await talk();
    await speak(ann, conversation);
    expect(await errorOf(call(ann, 'end_conversation', conversation))).toMatchObject({
      code: 'PT403',
    });
    await call(bob, 'end_conversation', conversation);
    await deliver();
    expect(await read(bob, conversation)).toHaveLength(2);
    expect((await sideOf(ann, conversation))?.state).toBe('ended');
    expect(await open(ann, bob, true)).toBe(conversation);
    for (const attempt of [() => speak(ann, conversation), () => send(bob, conversation, 'And?')]) {
      expect(await errorOf(attempt())).toMatchObject({ code: 'PT403' });
    }
  });

  it('has times of full five minutes everywhere', async () => {
    const { ann, bob, conversation } = await talk();
    await speak(ann, conversation);
    await deliver();
    const times = [
      ...(await read(bob, conversation)).map(({ sent_at }) => sent_at),
      (await sideOf(bob, conversation))!.latest_at!,
    ];
    expect(times.map((time) => time.getTime() % 300_000)).toEqual([0, 0, 0, 0]);
  });

  it('has its place after the answers that were sent while it waited', async () => {
    const { ann, bob, conversation } = await talk();
    const waiting = await speak(ann, conversation);
    const answer = await send(bob, conversation, 'Are you there?');
    await deliver();
    expect((await read(bob, conversation)).slice(-2).map(({ id }) => id)).toEqual([
      answer.id,
      waiting.id,
    ]);
  });

  it('shows its recipient neither reading nor typing, and its sender no reading', async () => {
    const { ann, bob, conversation } = await talk();
    await takeNews();
    await markRead(ann, conversation, 2);
    for (const person of [ann, bob]) await call(person, 'show_typing', conversation);
    await markRead(bob, conversation, 1);
    const news = await takeNews();
    expect(new Set(news.map(({ to, event }) => `${event} ${to}`))).toEqual(
      new Set([ann, bob].map(({ id }) => `conversation ${id}`)),
    );
    expect(news).toHaveLength(2);
    for (const person of [ann, bob]) {
      expect((await sideOf(person, conversation))?.other_read_position).toBeNull();
    }
  });

  it('is announced by the server, whose news name no account', async () => {
    const { ann, bob, conversation } = await talk();
    await sql`delete from realtime.messages`;
    await speak(ann, conversation);
    await deliver();
    const rows = await sql`
      select originator, payload - 'id' as payload from realtime.messages
      where topic = ${`person:${bob.id}`} and event = 'message'`;
    expect([...rows]).toEqual([{ originator: null, payload: { conversation, position: 3 } }]);
  });
});

describe('nothing shows its recipient a difference', () => {
  /** What happens to Ann, or between the two, and whether she can write afterwards. */
  const acts: [string, (scene: Scene) => PromiseLike<unknown>, writes?: boolean][] = [
    ['the recipient blocks the sender by name', ({ ann, bob }) => block(bob, ann)],
    ['the sender blocks the recipient by name', ({ ann, bob }) => block(ann, bob)],
    [
      'the recipient mutes the sender',
      ({ ann, bob }) =>
        queryAs(bob)`insert into mutes (kind, subject) values ('person', ${ann.id})`,
    ],
    ['the recipient follows the sender', ({ ann, bob }) => make.follow(bob, ann)],
    [
      'the recipient removes the sender as a follower',
      async ({ ann, bob }) => {
        await make.follow(ann, bob);
        await queryAs(bob)`delete from follows where follower_id = ${ann.id}`;
      },
    ],
    [
      'the recipient reports the account',
      ({ ann, bob }) =>
        queryAs(bob)`
          insert into reports (reporter_id, reported_user_id, reason)
          values (${bob.id}, ${ann.id}, 'spam')`,
    ],
    ['the sender renames', ({ ann }) => edit(ann, { username: `n${randomUUID().slice(0, 13)}` })],
    ['the sender turns private', ({ ann }) => edit(ann, { is_private: true })],
    ['the sender turns allow_anonymous off', ({ ann }) => edit(ann, { allow_anonymous: false })],
    [
      'the sender switches messages off',
      ({ ann }) =>
        queryAs(ann)`
          update account_settings set messages_from = 'nobody', read_receipts = false
          where user_id = ${ann.id}`,
    ],
    [
      'the sender is suspended',
      ({ ann }) =>
        sql`update auth.users set banned_until = now() + interval '1 day' where id = ${ann.id}`,
      false,
    ],
    ['the sender deletes the account', ({ ann }) => deleteAccount(ann), false],
    [
      'the sender deletes the conversation',
      ({ ann, conversation }) => call(ann, 'delete_conversation', conversation),
      false,
    ],
  ];

  const observe = async (act: (scene: Scene) => PromiseLike<unknown>, writes: boolean) => {
    const scene = await talk();
    const { ann, bob, conversation } = scene;
    await register(bob);
    await queryAs(bob)`
      update account_settings set names_on_lock_screen = true where user_id = ${bob.id}`;
    await speak(ann, conversation);
    await deliver();
    await act(scene);
    if (writes) await speak(ann, conversation);
    await deliver();
    const seen = await everythingSeenBy(bob, conversation);
    await sql`delete from private.outbox`;
    return { seen, scene };
  };

  it.each(acts)('if %s', async (_, act, writes = true) => {
    const usual = await observe(async () => undefined, writes);
    const { seen, scene } = await observe(act, writes);
    expect(shapeOf(seen)).toEqual(shapeOf(usual.seen));
    const text = JSON.stringify(seen);
    expect(text).toContain('{"kind":"message","actor":null}');
    for (const secret of [scene.ann.id, scene.ann.username]) expect(text).not.toContain(secret);
  });

  it('seven days after the conversation was deleted, whether its sender is still there', async () => {
    const answers = [];
    for (const leave of [async () => undefined, deleteAccount]) {
      const { ann, bob, conversation } = await talk();
      const [received, own] = await read(bob, conversation);
      const clips = sql`select from private.message_clips where account_id is null and removable_at is null`;
      await call(bob, 'delete_conversation', conversation);
      await leave(ann);
      await sql`update private.unread_rests set deleted_at = now() - interval '8 days'`;
      expect(await sql`select private.delete_unread_rests()`).toHaveLength(1);
      expect(await clips).toHaveLength(0);
      answers.push([
        await errorOf(send(bob, conversation, { id: own!.id, content: 'Who are you?' })),
        await errorOf(send(bob, conversation, { id: received!.id, content: 'Hello?' })),
        await errorOf(
          queryAs(bob)`
            insert into reports (reporter_id, reported_message_id, reason)
            values (${bob.id}, ${received!.id}, 'spam')`,
        ),
        await read(bob, conversation),
      ]);
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  it('while a message of an account that is blocked by name gets the usual answers, and does not arrive', async () => {
    const answers = [];
    for (const isBlocked of [false, true]) {
      const { ann, bob, conversation } = await meet();
      if (isBlocked) await block(bob, ann);
      await takeNews();
      const other = await open(ann, bob, true);
      const sent = await speak(ann, conversation);
      const before = [await read(ann, conversation), await sideOf(ann, conversation)];
      await deliver();
      const answer: unknown[] = [
        other === conversation,
        sent,
        before,
        await errorOf(speak(ann, conversation)),
        await read(ann, conversation),
        await sideOf(ann, conversation),
        (await takeNews()).filter(({ to }) => to === ann.id),
      ];
      answers.push(answer);
      expect((await sideOf(bob, conversation)) === undefined).toBe(isBlocked);
      expect(await queryAs(bob)`select from conversations`).toHaveLength(isBlocked ? 0 : 1);
      const isClipKept = async () => {
        await sql`update private.unread_rests set deleted_at = now() - interval '8 days'`;
        await sql`select private.delete_unread_rests()`;
        return sql`
          select removable_at is null as kept from private.message_clips
          where account_id = ${ann.id} and is_used`;
      };
      await call(ann, 'delete_conversation', conversation);
      answer.push([...(await isClipKept())]);
      await takeNews();
      await deleteAccount(bob);
      answer.push(await takeNews(), await sideOf(ann, conversation), [...(await isClipKept())]);
    }
    const [usual, blocked] = answers.map((each) =>
      JSON.stringify(shapeOf(each)).replaceAll(/"username":"[^"]*"/g, '"username":"bob"'),
    );
    expect(blocked).toBe(usual);
  });
});

it('a deleted recipient ends the conversation for its sender', async () => {
  const { ann, bob, conversation } = await talk();
  await deleteAccount(bob);
  expect(await sideOf(ann, conversation)).toMatchObject({ state: 'ended', person: null });
  expect(await read(ann, conversation)).toHaveLength(1);
  expect(await errorOf(speak(ann, conversation))).toMatchObject({ code: 'PT403' });
});
