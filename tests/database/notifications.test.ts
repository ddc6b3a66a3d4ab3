import { randomUUID } from 'node:crypto';
import {
  MENTIONS_MAX,
  NOTIFICATIONS_KEPT_DAYS,
  NOTIFICATIONS_KEPT_MAX,
} from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const notificationsOf = async (recipient: Person) => {
  const rows = await queryAs(recipient)`
    select type, actor_id, reference_id, comment_id, content, read from notifications
    order by type`;
  return [...rows];
};

const unlike = (person: Person, drop: Drop) =>
  queryAs(person)`delete from voice_drop_likes where voice_drop_id = ${drop.id}`;

describe('a like', () => {
  it('notifies the drop’s owner', async () => {
    const drop = await make.drop();
    const fan = await make.person();
    await make.like(fan, drop);
    expect(await notificationsOf(drop.owner)).toEqual([
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

  it('on one’s own drop does not notify', async () => {
    const drop = await make.drop();
    await make.like(drop.owner, drop);
    expect(await notificationsOf(drop.owner)).toEqual([]);
  });

  it('does not notify an owner who switched off notifications of likes', async () => {
    const owner = await make.person({ likes_notifications: false });
    const drop = await make.drop({}, owner);
    await make.like(await make.person(), drop);
    expect(await notificationsOf(owner)).toEqual([]);
  });

  it('notifies in the app whatever the owner’s push setting is', async () => {
    const owner = await make.person({ push_notifications: false });
    const drop = await make.drop({}, owner);
    await make.like(await make.person(), drop);
    expect(await notificationsOf(owner)).toMatchObject([{ type: 'like' }]);
  });

  it('on a comment does not notify', async () => {
    const comment = await make.comment();
    const fan = await make.person();
    await queryAs(fan)`
      insert into voice_drop_comment_likes (comment_id, user_id) values (${comment.id}, ${fan.id})`;
    expect(await notificationsOf(comment.author)).toEqual([]);
    expect(await notificationsOf(comment.drop.owner)).toMatchObject([{ type: 'comment' }]);
  });

  it('deletes its unread notification when it is undone', async () => {
    const drop = await make.drop();
    const fan = await make.person();
    await make.like(fan, drop);
    await unlike(fan, drop);
    expect(await notificationsOf(drop.owner)).toEqual([]);
  });

  it('keeps a read notification when it is undone, and does not notify again when it is repeated', async () => {
    const drop = await make.drop();
    const fan = await make.person();
    await make.like(fan, drop);
    await queryAs(drop.owner)`update notifications set read = true where true`;
    await unlike(fan, drop);
    await make.like(fan, drop);
    expect(await notificationsOf(drop.owner)).toMatchObject([{ type: 'like', read: true }]);
  });
});

describe('a follow', () => {
  it('notifies the followed person', async () => {
    const [fan, person] = await make.people(2);
    await make.follow(fan, person);
    expect(await notificationsOf(person)).toMatchObject([
      { type: 'follow', actor_id: fan.id, reference_id: null },
    ]);
  });

  it('does not notify a person who switched off notifications of follows', async () => {
    const person = await make.person({ follows_notifications: false });
    await make.follow(await make.person(), person);
    expect(await notificationsOf(person)).toEqual([]);
  });

  it('deletes its unread notification when it is undone', async () => {
    const [fan, person] = await make.people(2);
    await make.follow(fan, person);
    await queryAs(fan)`delete from follows where follower_id = ${fan.id}`;
    expect(await notificationsOf(person)).toEqual([]);
  });
});

describe('a comment', () => {
  it('notifies the drop’s owner, with its text', async () => {
    const { id, drop, author } = await make.comment({ content: 'Lovely' });
    expect(await notificationsOf(drop.owner)).toMatchObject([
      {
        type: 'comment',
        actor_id: author.id,
        reference_id: drop.id,
        comment_id: id,
        content: 'Lovely',
      },
    ]);
  });

  it('on one’s own drop does not notify', async () => {
    const drop = await make.drop();
    await make.comment({ on: drop, author: drop.owner });
    expect(await notificationsOf(drop.owner)).toEqual([]);
  });

  it('does not notify an owner who switched off notifications of replies', async () => {
    const owner = await make.person({ replies_notifications: false });
    await make.comment({ on: await make.drop({}, owner) });
    expect(await notificationsOf(owner)).toEqual([]);
  });

  it('notifies the author of the comment that it replies to as well', async () => {
    const parent = await make.comment();
    const reply = await make.comment({ replyTo: parent });
    expect(await notificationsOf(parent.author)).toMatchObject([
      { type: 'comment', comment_id: reply.id },
    ]);
    expect(await notificationsOf(parent.drop.owner)).toHaveLength(2);
  });

  it('does not notify the author of its thread across a block', async () => {
    const parent = await make.comment();
    const reply = await make.comment({ replyTo: parent });
    const author = await make.person();
    await make.block(parent.author, author);
    await make.comment({ replyTo: reply, author });
    expect(await notificationsOf(parent.author)).toMatchObject([{ comment_id: reply.id }]);
  });

  it('does not notify the author of its thread who can no longer see the drop', async () => {
    const parent = await make.comment();
    await sql`update voice_drops set privacy_level = 'followers' where id = ${parent.drop.id}`;
    await make.comment({ replyTo: parent, author: parent.drop.owner });
    expect(await notificationsOf(parent.author)).toEqual([]);
  });

  it('deletes its notifications when it is deleted', async () => {
    const { id, drop } = await make.comment();
    await sql`delete from voice_drop_comments where id = ${id}`;
    expect(await notificationsOf(drop.owner)).toEqual([]);
  });
});

describe('a mention', () => {
  const mention = async (content: string, drop?: Drop) =>
    make.comment({ content, ...(drop && { on: drop }) });

  it('notifies the mentioned person, whatever the case and the characters around the name', async () => {
    const person = await make.person();
    const name = person.username.toUpperCase();
    await mention(`(@${name}) listen`);
    await mention(`what would you say, @${name}.`);
    await mention(`@${name}, @${name}!`);
    expect(await notificationsOf(person)).toMatchObject([
      { type: 'mention' },
      { type: 'mention' },
      { type: 'mention' },
    ]);
  });

  it('does not notify for part of a longer name or an e-mail address', async () => {
    const person = await make.person();
    await mention(`@${person.username}s and me@${person.username}`);
    expect(await notificationsOf(person)).toEqual([]);
  });

  it.each([
    ['in an address', (name: string) => `https://mastodon.social/@${name}`],
    ['of an account elsewhere', (name: string) => `@${name}@mastodon.social`],
  ])('does not notify %s', async (_where, contentWith) => {
    const person = await make.person();
    await mention(contentWith(person.username));
    expect(await notificationsOf(person)).toEqual([]);
  });

  it('notifies for a full-width sign', async () => {
    const person = await make.person();
    await mention(`見て＠${person.username}`);
    expect(await notificationsOf(person)).toMatchObject([{ type: 'mention' }]);
  });

  it('does not notify a person who switched off notifications of mentions', async () => {
    const person = await make.person({ mentions_notifications: false });
    await mention(`@${person.username}`);
    expect(await notificationsOf(person)).toEqual([]);
  });

  it('notifies the drop’s owner once, as a comment', async () => {
    const drop = await make.drop();
    await mention(`@${drop.owner.username} yes`, drop);
    expect(await notificationsOf(drop.owner)).toMatchObject([{ type: 'comment' }]);
  });

  it('notifies a drop’s owner who switched off notifications of replies as a mention', async () => {
    const owner = await make.person({ replies_notifications: false });
    await mention(`@${owner.username} yes`, await make.drop({}, owner));
    expect(await notificationsOf(owner)).toMatchObject([{ type: 'mention' }]);
  });

  it('does not notify the author of the comment', async () => {
    const author = await make.person();
    await make.comment({ author, content: `@${author.username}` });
    expect(await notificationsOf(author)).toEqual([]);
  });

  it('does not notify across a block with the author or with the drop’s owner', async () => {
    const [person, author] = await make.people(2);
    const drop = await make.drop();
    await make.block(person, author);
    await make.comment({ author, content: `@${person.username}` });
    await make.block(drop.owner, person);
    await mention(`@${person.username}`, drop);
    expect(await notificationsOf(person)).toEqual([]);
  });

  it('is stored by account: it follows renames and never leads to another account', async () => {
    const [person, blocked] = await make.people(2);
    const { id, author } = await make.comment({
      content: `@${person.username.toUpperCase()} @soon`,
    });
    const mentions = async (persona: Persona = 'visitor') => {
      const [row] = await queryAs(persona)`
        select content, comment.mentions from voice_drop_comments as comment where id = ${id}`;
      return row?.mentions;
    };
    // As a comment of an earlier transaction.
    await sql`update voice_drop_comments set created_at = created_at - interval '1 minute'`;
    await make.signUp({ username: 'soon' });
    await sql`update profiles set username = 'Renamed' where user_id = ${person.id}`;
    await sql`delete from private.former_usernames`;
    await make.signUp({ username: person.username });
    expect(await mentions()).toEqual({ [person.username]: 'Renamed' });
    await make.block(person, blocked);
    expect(await mentions(blocked)).toEqual({});
    await sql`delete from auth.users where id = ${person.id}`;
    expect(await mentions(author)).toEqual({});
  });

  it('is part of the response to its comment', async () => {
    const [person, author] = await make.people(2);
    const { id } = await make.drop();
    const [row] = await queryAs(author)`
      insert into voice_drop_comments as comment (voice_drop_id, user_id, content)
      values (${id}, ${author.id}, ${`@nobody.else, @${person.username}`})
      returning comment.mentions`;
    expect(row).toEqual({ mentions: { [person.username]: person.username } });
  });

  it('notifies at most ten people', async () => {
    const names = Array.from({ length: MENTIONS_MAX + 1 }, (_, index) => `@mention${index}`);
    const [row] = await sql`
      select count(*)::int as mentioned from private.mentioned_handles(${names.join(' ')})`;
    expect(row).toEqual({ mentioned: MENTIONS_MAX });
  });
});

describe('notifications', () => {
  const one = async () => {
    const [fan, recipient] = await make.people(2);
    await make.follow(fan, recipient);
    return recipient;
  };
  const read = (persona: Persona) =>
    queryAs(persona)`update notifications set read = true where not read`;

  it('can be read only by their recipient', async () => {
    const recipient = await one();
    const seen = (persona: Persona) => queryAs(persona)`select id from notifications`;
    expect(await seen(recipient)).toHaveLength(1);
    expect(await seen(await make.person())).toHaveLength(0);
  });

  it('of a mention cannot be read, nor counted, while its drop cannot be seen', async () => {
    const drop = await make.drop();
    const named = await make.person();
    await make.comment({ on: drop, content: `Ask @${named.username}` });
    const change = (columns: object) =>
      sql`update voice_drops set ${sql({ ...columns })} where id = ${drop.id}`;
    const read = async () => {
      const [row] = await queryAs<{ count: number }[]>(named)`
        select count(*)::int as count from notifications`;
      return { words: (await notificationsOf(named)).length, count: row?.count };
    };
    expect(await read()).toEqual({ words: 1, count: 1 });
    for (const level of ['private', 'followers']) {
      await change({ privacy_level: level });
      expect(await read()).toEqual({ words: 0, count: 0 });
    }
    await make.follow(named, drop.owner);
    expect(await read()).toEqual({ words: 1, count: 1 });
  });

  it('can be marked as read only by their recipient', async () => {
    const recipient = await one();
    expect((await read(await make.person())).count).toBe(0);
    expect((await read(recipient)).count).toBe(1);
  });
});

describe('pruning notifications', () => {
  /** Notifications of likes, each a minute older than the one before. */
  const fill = async (recipient: Person, count: number, { daysAgo = 0 } = {}) => {
    const fans = Array.from({ length: count }, () => randomUUID());
    await sql`insert into auth.users (id) select unnest(${fans}::uuid[])`;
    await sql`
      insert into public.notifications (recipient_id, actor_id, type, created_at)
      select ${recipient.id}, fan, 'follow',
        now() - make_interval(days => ${daysAgo}) - n * interval '1 minute'
      from unnest(${fans}::uuid[]) with ordinality as fans (fan, n)`;
  };
  const kept = async (recipient: Person) => {
    const [row] = await sql`
      select count(*)::int as kept from public.notifications where recipient_id = ${recipient.id}`;
    return row?.kept;
  };

  const deleteOld = () => sql`select private.delete_old_notifications()`;

  it('keeps a person’s newest, up to the number of packages/domain', async () => {
    const [popular, other] = await make.people(2);
    await fill(popular, NOTIFICATIONS_KEPT_MAX + 20);
    await fill(other, 1);
    await deleteOld();
    expect(await kept(popular)).toBe(NOTIFICATIONS_KEPT_MAX);
    expect(await kept(other)).toBe(1);
  });

  it('deletes old ones, also of people who receive no new ones', async () => {
    const gone = await make.person();
    await fill(gone, 3, { daysAgo: NOTIFICATIONS_KEPT_DAYS });
    await fill(gone, 2, { daysAgo: NOTIFICATIONS_KEPT_DAYS - 1 });
    await deleteOld();
    expect(await kept(gone)).toBe(2);
  });
});

describe('the messages about deleted notifications', () => {
  const messagesTo = ({ id }: Person) =>
    sql`select event from realtime.messages where topic = ${`notifications:${id}`} and private`;

  it('are sent once to each recipient of unread ones, and not for read ones', async () => {
    const [me, other] = await make.people(2);
    const drop = await make.drop({}, me);
    const comments = [
      await make.comment({ on: drop, author: other }),
      await make.comment({ on: drop, author: other }),
    ];
    await sql`delete from voice_drop_comments where id = any (${comments.map(({ id }) => id)})`;
    expect([...(await messagesTo(me))]).toEqual([{ event: 'deleted' }]);
    expect(await messagesTo(other)).toHaveLength(0);
    const read = await make.comment({ on: drop, author: other });
    await sql`update notifications set read = true`;
    await sql`delete from voice_drop_comments where id = ${read.id}`;
    expect(await messagesTo(me)).toHaveLength(1);
  });

  it('are readable by the recipient only, and written by no one', async () => {
    const [me, other] = await make.people(2);
    const rights = async (role: string, sub: string) => {
      const [row] = await sql<{ may_read: boolean; may_write: boolean }[]>`
        select may_read, may_write from realtime.authorize_topic(
          ${role}, ${JSON.stringify({ role, sub, aal: 'aal1' })}, ${`notifications:${me.id}`})`;
      return { ...row };
    };
    const none = { may_read: false, may_write: false };
    expect(await rights('authenticated', me.id)).toMatchObject({
      may_read: true,
      may_write: false,
    });
    expect(await rights('authenticated', other.id)).toMatchObject(none);
    expect(await rights('anon', me.id)).toMatchObject(none);
    await make.factor(me);
    expect(await rights('authenticated', me.id)).toMatchObject(none);
  });
});
