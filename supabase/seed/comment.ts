import { conversations, type DemoComment } from './conversations.ts';
import type { DropName } from './drops.ts';
import { ok } from './member.ts';
import type { Posted } from './post-drops.ts';
import { after, memberOf, MINUTE, spread, type Stage } from './stage.ts';

interface Place {
  readonly drop: Posted;
  readonly parentId: string | null;
  /** What the comment answers was said then. */
  readonly since: Date;
}

async function findOrWrite(stage: Stage, { by, content }: DemoComment, place: Place) {
  const { id: userId, client } = memberOf(stage, by);
  const comment = { voice_drop_id: place.drop.id, user_id: userId, content };
  const known = await client
    .from('voice_drop_comments')
    .select('id')
    .match(comment)
    .limit(1)
    .maybeSingle();
  if (known.data) return known.data.id;
  const row = { ...comment, parent_comment_id: place.parentId };
  return ok(await client.from('voice_drop_comments').insert(row).select('id').single()).id;
}

async function say(stage: Stage, comment: DemoComment, place: Place): Promise<void> {
  const id = await findOrWrite(stage, comment, place);
  const saidAt = after(stage, place.since, comment.after * MINUTE);
  const times = { created_at: saidAt.toISOString() };
  const { operator } = stage;
  ok(await operator.from('voice_drop_comments').update(times).eq('id', id));
  ok(await operator.from('notifications').update(times).eq('comment_id', id));

  const likedBy = comment.likedBy ?? [];
  const moments = spread(stage, saidAt, likedBy.length);
  for (const [index, username] of likedBy.entries()) {
    const { id: userId, client } = memberOf(stage, username);
    const like = { comment_id: id, user_id: userId };
    const likes = client.from('voice_drop_comment_likes');
    ok(await likes.upsert(like, { onConflict: 'comment_id,user_id', ignoreDuplicates: true }));
    const likedAt = { created_at: (moments[index] ?? saidAt).toISOString() };
    ok(await operator.from('voice_drop_comment_likes').update(likedAt).match(like));
  }
  for (const reply of comment.replies ?? []) {
    await say(stage, reply, { drop: place.drop, parentId: id, since: saidAt });
  }
}

/** Lets everyone say what they have to say about a drop, and like what others said. */
export async function talkAbout(stage: Stage, name: DropName, drop: Posted): Promise<void> {
  for (const comment of conversations[name] ?? []) {
    await say(stage, comment, { drop, parentId: null, since: drop.postedAt });
  }
}
