import { conversations, type DemoComment } from './conversations.ts';
import type { DropName } from './drops.ts';
import { ok, once } from './member.ts';
import { uploadClip, type Posted } from './post-drops.ts';
import { spokenAnswers } from './spoken-answers.ts';
import { after, memberOf, MINUTE, spread, type DemoContext } from './demo-context.ts';

interface Place {
  readonly drop: Posted;
  readonly parentId: string | null;
  /** When the drop or comment that this comment answers was posted. */
  readonly since: Date;
}

async function findOrInsert(context: DemoContext, comment: DemoComment, place: Place) {
  const { by, content, clip } = comment;
  const member = memberOf(context, by);
  const { id: userId, client } = member;
  const written = { voice_drop_id: place.drop.id, user_id: userId, content };
  const known = await client
    .from('voice_drop_comments')
    .select('id')
    .match(written)
    .limit(1)
    .maybeSingle();
  if (known.data) return known.data.id;
  const saidAt = after(context, place.since, comment.after * MINUTE);
  const voice = clip && (await uploadClip(member, clip, spokenAnswers[clip].filter, saidAt));
  const row = { ...written, ...voice, parent_comment_id: place.parentId };
  return ok(await client.from('voice_drop_comments').insert(row).select('id').single()).id;
}

async function writeComment(
  context: DemoContext,
  comment: DemoComment,
  place: Place,
): Promise<void> {
  const id = await findOrInsert(context, comment, place);
  const saidAt = after(context, place.since, comment.after * MINUTE);
  const times = { created_at: saidAt.toISOString() };
  const { operator } = context;
  ok(await operator.from('voice_drop_comments').update(times).eq('id', id));
  ok(await operator.from('notifications').update(times).eq('comment_id', id));

  const likedBy = comment.likedBy ?? [];
  const moments = spread(context, saidAt, likedBy.length);
  for (const [index, username] of likedBy.entries()) {
    const { id: userId, client } = memberOf(context, username);
    const like = { comment_id: id, user_id: userId };
    ok(await client.from('voice_drop_comment_likes').upsert(like, once(like)));
    const likedAt = { created_at: (moments[index] ?? saidAt).toISOString() };
    ok(await operator.from('voice_drop_comment_likes').update(likedAt).match(like));
  }
  for (const reply of comment.replies ?? []) {
    await writeComment(context, reply, { drop: place.drop, parentId: id, since: saidAt });
  }
}

/** Writes a drop's comments and replies, and adds their likes. */
export async function writeComments(
  context: DemoContext,
  name: DropName,
  drop: Posted,
): Promise<void> {
  for (const comment of conversations[name] ?? []) {
    await writeComment(context, comment, { drop, parentId: null, since: drop.postedAt });
  }
}
