import { blocks, bookmarks, follows, likes, listeners, reports } from './circles.ts';
import { conversations } from './conversations.ts';
import type { DropName } from './drops.ts';
import { ok, type Member } from './member.ts';
import { people, usernames, type Username } from './people.ts';
import type { Posted } from './post-drops.ts';
import { before, DAY, memberOf, spread, type Stage } from './stage.ts';

/** Someone begins to follow those whom they follow, since both of them are here. */
export async function follow(stage: Stage, { id, username, client }: Member): Promise<void> {
  for (const followed of follows[username]) {
    const days = Math.min(people[username].joinedDaysAgo, people[followed].joinedDaysAgo);
    const [moment = stage.now] = spread(stage, before(stage, days * DAY), 1);
    const row = { follower_id: id, following_id: memberOf(stage, followed).id };
    const options = { onConflict: 'follower_id,following_id', ignoreDuplicates: true };
    ok(await client.from('follows').upsert(row, options));
    const times = { created_at: moment.toISOString() };
    ok(await stage.operator.from('follows').update(times).match(row));
    const told = { type: 'follow', recipient_id: row.following_id, actor_id: id };
    ok(await stage.operator.from('notifications').update(times).match(told));
  }
}

/** Likes of a drop, from soon after it was posted to now. */
export async function like(stage: Stage, name: DropName, drop: Posted): Promise<void> {
  const { operator } = stage;
  const likedBy = likes[name] ?? [];
  const moments = spread(stage, drop.postedAt, likedBy.length);
  for (const [index, username] of likedBy.entries()) {
    const { id, client } = memberOf(stage, username);
    const row = { voice_drop_id: drop.id, user_id: id };
    const options = { onConflict: 'voice_drop_id,user_id', ignoreDuplicates: true };
    ok(await client.from('voice_drop_likes').upsert(row, options));
    const times = { created_at: (moments[index] ?? stage.now).toISOString() };
    ok(await operator.from('voice_drop_likes').update(times).match(row));
    const told = { type: 'like', reference_id: drop.id, actor_id: id };
    ok(await operator.from('notifications').update(times).match(told));
  }
}

/** Plays of a drop: whoever likes it, says something or puts it aside has heard it, and some more. */
export async function listen(stage: Stage, name: DropName, drop: Posted): Promise<void> {
  if (drop.plays > 0) return;
  const said = conversations[name] ?? [];
  const heardBy = new Set<Username>([
    ...(likes[name] ?? []),
    ...said.concat(said.flatMap(({ replies = [] }) => replies)).map(({ by }) => by),
    ...usernames.filter((username) => bookmarks[username]?.includes(name)),
    ...(listeners[name] ?? []),
  ]);
  for (const username of heardBy) {
    ok(await memberOf(stage, username).client.rpc('add_play', { voice_drop_id: drop.id }));
  }
}

/** What someone has put aside, each some time after it was posted. */
export async function bookmark(
  stage: Stage,
  { id, username, client }: Member,
  posted: ReadonlyMap<DropName, Posted>,
): Promise<void> {
  for (const name of bookmarks[username] ?? []) {
    const drop = posted.get(name);
    if (!drop) continue;
    const [moment = stage.now] = spread(stage, drop.postedAt, 1);
    const row = { user_id: id, voice_drop_id: drop.id };
    const options = { onConflict: 'voice_drop_id,user_id', ignoreDuplicates: true };
    ok(await client.from('bookmarks').upsert(row, options));
    const times = { created_at: moment.toISOString() };
    ok(await stage.operator.from('bookmarks').update(times).match(row));
  }
}

/** Reports of a drop. */
export async function report(stage: Stage, name: DropName, drop: Posted): Promise<void> {
  for (const username of reports[name] ?? []) {
    const { id, client } = memberOf(stage, username);
    const row = { reporter_id: id, reported_voice_drop_id: drop.id, reason: 'spam' };
    const options = { onConflict: 'reporter_id,reported_voice_drop_id', ignoreDuplicates: true };
    ok(await client.from('reports').upsert(row, options));
  }
}

/** Blocks, after which the two have nothing to do with each other any more. */
export async function block(stage: Stage, { id, username, client }: Member): Promise<void> {
  for (const blocked of blocks[username] ?? []) {
    const row = { blocker_id: id, blocked_id: memberOf(stage, blocked).id };
    const options = { onConflict: 'blocker_id,blocked_id', ignoreDuplicates: true };
    ok(await client.from('blocks').upsert(row, options));
  }
}
