import { randomUUID } from 'node:crypto';
import {
  MENTIONS_MAX,
  NOTIFICATIONS_KEPT_DAYS,
  NOTIFICATIONS_KEPT_MAX,
} from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import type { Persona, Person } from './support/persona.ts';
import { refused } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();

const told = async (recipient: Person) => {
  const rows = await database.as(
    recipient,
    (sql) => sql`
      select type, actor_id, reference_id, comment_id, content, read from notifications
      order by type`,
  );
  return [...rows];
};

const unlike = (person: Person, drop: Drop) =>
  database.as(person, (sql) => sql`delete from voice_drop_likes where voice_drop_id = ${drop.id}`);

describe('a like', () => {
  it('notifies the drop’s owner', async () => {
    const drop = await database.make.drop();
    const fan = await database.make.person();
    await database.make.like(fan, drop);
    expect(await told(drop.owner)).toEqual([
      {
        type: 'like',
        actor_id: fan.id,
        reference_id: drop.id,
        comment_id: null,
        content: 'A late thought',
        read: false,
      },
    ]);
  });

  it('of one’s own drop notifies nobody', async () => {
    const drop = await database.make.drop();
    await database.make.like(drop.owner, drop);
    expect(await told(drop.owner)).toEqual([]);
  });

  it('does not notify an owner who switched off notifications of likes', async () => {
    const owner = await database.make.person({ likes_notifications: false });
    const drop = await database.make.drop({}, owner);
    await database.make.like(await database.make.person(), drop);
    expect(await told(owner)).toEqual([]);
  });

  it('notifies in the app whatever the owner’s push setting is', async () => {
    const owner = await database.make.person({ push_notifications: false });
    const drop = await database.make.drop({}, owner);
    await database.make.like(await database.make.person(), drop);
    expect(await told(owner)).toMatchObject([{ type: 'like' }]);
  });

  it('of a comment notifies nobody', async () => {
    const comment = await database.make.comment();
    const fan = await database.make.person();
    await database.as(
      fan,
      (sql) => sql`
        insert into voice_drop_comment_likes (comment_id, user_id) values (${comment.id}, ${fan.id})`,
    );
    expect(await told(comment.author)).toEqual([]);
    expect(await told(comment.drop.owner)).toMatchObject([{ type: 'comment' }]);
  });

  it('that is undone deletes its unread notification', async () => {
    const drop = await database.make.drop();
    const fan = await database.make.person();
    await database.make.like(fan, drop);
    await unlike(fan, drop);
    expect(await told(drop.owner)).toEqual([]);
  });

  it('that is undone keeps a read notification, and given again does not notify again', async () => {
    const drop = await database.make.drop();
    const fan = await database.make.person();
    await database.make.like(fan, drop);
    await database.as(drop.owner, (sql) => sql`update notifications set read = true where true`);
    await unlike(fan, drop);
    await database.make.like(fan, drop);
    expect(await told(drop.owner)).toMatchObject([{ type: 'like', read: true }]);
  });
});

describe('a follow', () => {
  it('notifies the followed person', async () => {
    const [fan, person] = [await database.make.person(), await database.make.person()];
    await database.make.follow(fan, person);
    expect(await told(person)).toMatchObject([
      { type: 'follow', actor_id: fan.id, reference_id: null },
    ]);
  });

  it('does not notify a person who switched off notifications of follows', async () => {
    const person = await database.make.person({ follows_notifications: false });
    await database.make.follow(await database.make.person(), person);
    expect(await told(person)).toEqual([]);
  });

  it('that is undone deletes its unread notification', async () => {
    const [fan, person] = [await database.make.person(), await database.make.person()];
    await database.make.follow(fan, person);
    await database.as(fan, (sql) => sql`delete from follows where follower_id = ${fan.id}`);
    expect(await told(person)).toEqual([]);
  });
});

describe('a comment', () => {
  it('notifies the drop’s owner, with its text', async () => {
    const { id, drop, author } = await database.make.comment({ content: 'Lovely' });
    expect(await told(drop.owner)).toMatchObject([
      {
        type: 'comment',
        actor_id: author.id,
        reference_id: drop.id,
        comment_id: id,
        content: 'Lovely',
      },
    ]);
  });

  it('of one’s own drop notifies nobody', async () => {
    const drop = await database.make.drop();
    await database.make.comment({ on: drop, author: drop.owner });
    expect(await told(drop.owner)).toEqual([]);
  });

  it('does not notify an owner who switched off notifications of replies', async () => {
    const owner = await database.make.person({ replies_notifications: false });
    await database.make.comment({ on: await database.make.drop({}, owner) });
    expect(await told(owner)).toEqual([]);
  });

  it('that is a reply notifies the comment’s author as well', async () => {
    const parent = await database.make.comment();
    const reply = await database.make.comment({ replyTo: parent });
    expect(await told(parent.author)).toMatchObject([{ type: 'comment', comment_id: reply.id }]);
    expect(await told(parent.drop.owner)).toHaveLength(2);
  });

  it('in a thread does not notify the thread’s author across a block', async () => {
    const parent = await database.make.comment();
    const reply = await database.make.comment({ replyTo: parent });
    const author = await database.make.person();
    await database.make.block(parent.author, author);
    await database.make.comment({ replyTo: reply, author });
    expect(await told(parent.author)).toMatchObject([{ comment_id: reply.id }]);
  });

  it('in a thread does not notify a thread’s author who no longer sees the drop', async () => {
    const parent = await database.make.comment();
    await database.sql`
      update voice_drops set privacy_level = 'followers' where id = ${parent.drop.id}`;
    await database.make.comment({ replyTo: parent, author: parent.drop.owner });
    expect(await told(parent.author)).toEqual([]);
  });

  it('that is deleted deletes its notifications', async () => {
    const { id, drop } = await database.make.comment();
    await database.sql`delete from voice_drop_comments where id = ${id}`;
    expect(await told(drop.owner)).toEqual([]);
  });
});

describe('a mention', () => {
  const mention = async (content: string, drop?: Drop) =>
    database.make.comment({ content, ...(drop && { on: drop }) });

  it('notifies the mentioned person, whatever the case and the characters around the name', async () => {
    const person = await database.make.person();
    const name = person.username.toUpperCase();
    await mention(`(@${name}) listen`);
    await mention(`what would you say, @${name}.`);
    await mention(`@${name}, @${name}!`);
    expect(await told(person)).toMatchObject([
      { type: 'mention' },
      { type: 'mention' },
      { type: 'mention' },
    ]);
  });

  it('does not notify for part of a longer name or an e-mail address', async () => {
    const person = await database.make.person();
    await mention(`@${person.username}s and me@${person.username}`);
    expect(await told(person)).toEqual([]);
  });

  it('of the drop’s owner notifies once, as a comment', async () => {
    const drop = await database.make.drop();
    await mention(`@${drop.owner.username} yes`, drop);
    expect(await told(drop.owner)).toMatchObject([{ type: 'comment' }]);
  });

  it('of the drop’s owner notifies as a mention when they switched off notifications of replies', async () => {
    const owner = await database.make.person({ replies_notifications: false });
    await mention(`@${owner.username} yes`, await database.make.drop({}, owner));
    expect(await told(owner)).toMatchObject([{ type: 'mention' }]);
  });

  it('of oneself notifies nobody', async () => {
    const author = await database.make.person();
    await database.make.comment({ author, content: `@${author.username}` });
    expect(await told(author)).toEqual([]);
  });

  it('does not notify a person who cannot see the drop', async () => {
    const person = await database.make.person();
    for (const privacy_level of ['private', 'followers']) {
      await mention(`@${person.username}`, await database.make.drop({ privacy_level }));
    }
    expect(await told(person)).toEqual([]);
  });

  it('notifies a follower on a drop for followers', async () => {
    const drop = await database.make.drop({ privacy_level: 'followers' });
    const person = await database.make.person();
    await database.make.follow(person, drop.owner);
    await mention(`@${person.username}`, drop);
    expect(await told(person)).toMatchObject([{ type: 'mention' }]);
  });

  it('does not notify across a block with the author or with the drop’s owner', async () => {
    const [person, author] = [await database.make.person(), await database.make.person()];
    const drop = await database.make.drop();
    await database.make.block(person, author);
    await database.make.comment({ author, content: `@${person.username}` });
    await database.make.block(drop.owner, person);
    await mention(`@${person.username}`, drop);
    expect(await told(person)).toEqual([]);
  });

  it('notifies ten people at most', async () => {
    const names = Array.from({ length: MENTIONS_MAX + 1 }, (_, index) => `@mention${index}`);
    const [row] = await database.sql`
      select count(*)::int as mentioned from private.mentioned_handles(${names.join(' ')})`;
    expect(row).toEqual({ mentioned: MENTIONS_MAX });
  });
});

describe('notifications', () => {
  const one = async () => {
    const [fan, recipient] = [await database.make.person(), await database.make.person()];
    await database.make.follow(fan, recipient);
    return recipient;
  };
  const read = (persona: Persona) =>
    database.as(persona, (sql) => sql`update notifications set read = true where not read`);

  it('are seen by their recipient alone', async () => {
    const recipient = await one();
    const seen = (persona: Persona) =>
      database.as(persona, (sql) => sql`select id from notifications`);
    expect(await seen(recipient)).toHaveLength(1);
    expect(await seen(await database.make.person())).toHaveLength(0);
    await expect(seen('visitor')).rejects.toMatchObject(refused);
  });

  it('are marked as read by their recipient alone', async () => {
    const recipient = await one();
    expect((await read(await database.make.person())).count).toBe(0);
    await expect(read('visitor')).rejects.toMatchObject(refused);
    expect((await read(recipient)).count).toBe(1);
  });

  it('are inserted and changed by nobody', async () => {
    const recipient = await one();
    await expect(
      database.as(
        recipient,
        (sql) => sql`
          insert into notifications (recipient_id, actor_id, type)
          values (${recipient.id}, ${recipient.id}, 'follow')`,
      ),
    ).rejects.toMatchObject(refused);
    await expect(
      database.as(recipient, (sql) => sql`update notifications set content = 'x'`),
    ).rejects.toMatchObject(refused);
  });
});

describe('the notifications that are kept', () => {
  /** Notifications of likes, each a minute older than the one before. */
  const fill = async (recipient: Person, count: number, { daysAgo = 0 } = {}) => {
    const fans = Array.from({ length: count }, () => randomUUID());
    await database.sql`insert into auth.users (id) select unnest(${fans}::uuid[])`;
    await database.sql`
      insert into public.notifications (recipient_id, actor_id, type, created_at)
      select ${recipient.id}, fan, 'follow',
        now() - make_interval(days => ${daysAgo}) - n * interval '1 minute'
      from unnest(${fans}::uuid[]) with ordinality as fans (fan, n)`;
  };
  const kept = async (recipient: Person) => {
    const [row] = await database.sql`
      select count(*)::int as kept from public.notifications where recipient_id = ${recipient.id}`;
    return row?.kept;
  };

  /** Writes notifications to one person until a write has pruned old ones, which only some writes do. */
  const tellUntilPruned = async (recipient: Person, isPruned: () => Promise<boolean>) => {
    for (let told = 0; told < 1000 && !(await isPruned()); told += 1) {
      await database.make.follow(await database.make.person(), recipient);
    }
    return isPruned();
  };

  it('are a person’s newest, as many as packages/domain says, once more are written', async () => {
    const [popular, other] = [await database.make.person(), await database.make.person()];
    await fill(popular, NOTIFICATIONS_KEPT_MAX + 20);
    await fill(other, 1);
    const [oldest] = await database.sql`
      select id from public.notifications where recipient_id = ${popular.id}
      order by created_at limit 1`;
    const isPruned = async () =>
      (await database.sql`select from public.notifications where id = ${oldest?.id}`).length === 0;
    expect(await tellUntilPruned(popular, isPruned)).toBe(true);
    await database.sql`select private.prune_notifications(${popular.id})`;
    expect(await kept(popular)).toBe(NOTIFICATIONS_KEPT_MAX);
    expect(await kept(other)).toBe(1);
  });

  it('are those of the last days, also of people who receive no new ones', async () => {
    const [gone, here] = [await database.make.person(), await database.make.person()];
    await fill(gone, 3, { daysAgo: NOTIFICATIONS_KEPT_DAYS });
    await fill(gone, 2, { daysAgo: NOTIFICATIONS_KEPT_DAYS - 1 });
    expect(await tellUntilPruned(here, async () => (await kept(gone)) === 2)).toBe(true);
  });
});
