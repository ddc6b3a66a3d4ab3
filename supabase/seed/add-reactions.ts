import { blocks, bookmarks, follows, likes, listeners, reports } from './reactions.ts';
import { conversations } from './conversations.ts';
import type { DropName } from './drops.ts';
import { ok, once, type Member } from './member.ts';
import { people, usernames, type Username } from './people.ts';
import type { Posted } from './post-drops.ts';
import { before, DAY, memberOf, spread, type DemoContext } from './demo-context.ts';

/** Adds a member's follows, each after both accounts joined. */
export async function follow(
  context: DemoContext,
  { id, username, client }: Member,
): Promise<void> {
  for (const followed of follows[username]) {
    const days = Math.min(people[username].joinedDaysAgo, people[followed].joinedDaysAgo);
    const [moment = context.now] = spread(context, before(context, days * DAY), 1);
    const row = { follower_id: id, following_id: memberOf(context, followed).id };
    ok(await client.from('follows').upsert(row, once(row)));
    const owner = memberOf(context, followed).client;
    const wasAsked = ok(await owner.rpc('approve_follow_request', { requester: id }));
    const times = { created_at: moment.toISOString() };
    ok(await context.operator.from('follows').update(times).match(row));
    const notification = wasAsked
      ? { type: 'approved', recipient_id: id, actor_id: row.following_id }
      : { type: 'follow', recipient_id: row.following_id, actor_id: id };
    ok(await context.operator.from('notifications').update(times).match(notification));
  }
}

/** Adds a drop's likes, between its post and now. */
export async function like(context: DemoContext, name: DropName, drop: Posted): Promise<void> {
  const { operator } = context;
  const likedBy = likes[name] ?? [];
  const moments = spread(context, drop.postedAt, likedBy.length);
  for (const [index, username] of likedBy.entries()) {
    const { id, client } = memberOf(context, username);
    const row = { voice_drop_id: drop.id, user_id: id };
    ok(await client.from('voice_drop_likes').upsert(row, once(row)));
    const times = { created_at: (moments[index] ?? context.now).toISOString() };
    ok(await operator.from('voice_drop_likes').update(times).match(row));
    const notification = { type: 'like', reference_id: drop.id, actor_id: id };
    ok(await operator.from('notifications').update(times).match(notification));
  }
}

/** The audience of a drop: its listeners and everyone who likes, comments on or bookmarks it. */
function audienceOf(name: DropName): ReadonlySet<Username> {
  const said = conversations[name] ?? [];
  return new Set<Username>([
    ...(likes[name] ?? []),
    ...said.concat(said.flatMap(({ replies = [] }) => replies)).map(({ by }) => by),
    ...usernames.filter((username) => bookmarks[username]?.includes(name)),
    ...(listeners[name] ?? []),
  ]);
}

/** Adds a drop's plays. */
export async function listen(context: DemoContext, name: DropName, drop: Posted): Promise<void> {
  if (drop.plays > 0) return;
  for (const username of audienceOf(name)) {
    ok(await memberOf(context, username).client.rpc('add_play', { voice_drop_id: drop.id }));
  }
}

/**
 * Records that a drop's audience has played it to the end, for its ranks in Hot and Trending. The database
 * rejects this for drops that are longer than the time since they were played.
 */
export async function recordListening(
  context: DemoContext,
  name: DropName,
  drop: Posted,
): Promise<void> {
  const listening = { voice_drop_id: drop.id, part: 'end' };
  for (const username of audienceOf(name)) {
    ok(await memberOf(context, username).client.rpc('add_listening', listening));
  }
}

/** Adds a member's bookmarks, each after the drop was posted. */
export async function bookmark(
  context: DemoContext,
  { id, username, client }: Member,
  posted: ReadonlyMap<DropName, Posted>,
): Promise<void> {
  for (const name of bookmarks[username] ?? []) {
    const drop = posted.get(name);
    if (!drop) continue;
    const [moment = context.now] = spread(context, drop.postedAt, 1);
    const row = { user_id: id, voice_drop_id: drop.id };
    ok(await client.from('bookmarks').upsert(row, once(row)));
    const times = { created_at: moment.toISOString() };
    ok(await context.operator.from('bookmarks').update(times).match(row));
  }
}

/** Adds a drop's reports. */
export async function report(context: DemoContext, name: DropName, drop: Posted): Promise<void> {
  for (const username of reports[name] ?? []) {
    const { id, client } = memberOf(context, username);
    const row = { reporter_id: id, reported_voice_drop_id: drop.id, reason: 'spam' };
    // Also a report that staff have decided is not made again.
    const made = ok(await context.operator.from('reports').select('id').match(row));
    if (made.length === 0) ok(await client.from('reports').insert(row));
  }
}

/** Adds a member's blocks. Runs after all reactions, since a block prevents them. */
export async function block(context: DemoContext, { id, username, client }: Member): Promise<void> {
  for (const blocked of blocks[username] ?? []) {
    const row = { blocker_id: id, blocked_id: memberOf(context, blocked).id };
    ok(await client.from('blocks').upsert(row, once(row)));
  }
}
