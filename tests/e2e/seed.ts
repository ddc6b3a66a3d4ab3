import type { Database } from '@undertone/database-types/database';
import { PNG } from 'pngjs';
import type { Account } from './accounts.ts';
import { postDrop } from './post-drop.ts';

/** Returns the row of a follow. */
export const followOf = (follower: Account, followed: Account) => ({
  follower_id: follower.id,
  following_id: followed.id,
});

/** Makes one account follow another. */
export async function follow(follower: Account, followed: Account): Promise<void> {
  await follower.client.from('follows').insert(followOf(follower, followed)).throwOnError();
}

/** Makes one account block another. */
export async function block(blocker: Account, blocked: Account): Promise<void> {
  const row = { blocker_id: blocker.id, blocked_id: blocked.id };
  await blocker.client.from('blocks').insert(row).throwOnError();
}

export async function like({ id, client }: Account, drop: string): Promise<void> {
  const row = { user_id: id, voice_drop_id: drop };
  await client.from('voice_drop_likes').insert(row).throwOnError();
}

export async function bookmark({ id, client }: Account, drop: string): Promise<void> {
  await client.from('bookmarks').insert({ user_id: id, voice_drop_id: drop }).throwOnError();
}

/**
 * Comments on a drop.
 *
 * @param parent the comment that it replies to
 * @returns the comment's id
 */
export async function comment(
  { id, client }: Account,
  drop: string,
  content: string,
  parent?: string,
): Promise<string> {
  const { data } = await client
    .from('voice_drop_comments')
    .insert({
      voice_drop_id: drop,
      user_id: id,
      content,
      ...(parent !== undefined && { parent_comment_id: parent }),
    })
    .select('id')
    .single()
    .throwOnError();
  return data.id;
}

/** Changes columns of an account's profile. */
export async function updateProfile(
  { id, client }: Account,
  columns: Database['public']['Tables']['profiles']['Update'],
): Promise<void> {
  await client.from('profiles').update(columns).eq('user_id', id).throwOnError();
}

/** Gives an account a picture of one pixel. */
export async function giveAvatar(account: Account): Promise<void> {
  const path = `avatars/${account.id}_${Date.now()}.png`;
  const bucket = account.client.storage.from('voice-drops');
  const picture = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  const { error } = await bucket.upload(path, picture, { contentType: 'image/png' });
  if (error) throw error;
  await updateProfile(account, { avatar_url: bucket.getPublicUrl(path).data.publicUrl });
}

/** Returns the id of the drop with this title. */
export async function dropIdOf({ client }: Account, title: string): Promise<string> {
  const { data } = await client
    .from('voice_drops')
    .select('id')
    .eq('title', title)
    .single()
    .throwOnError();
  return data.id;
}

/**
 * Gives the first account a drop with a thread, a bookmark, a like and notifications, the second a
 * drop, and makes the third private.
 *
 * @returns the first account's drop
 */
export async function seedOneOfEach(ada: Account, ben: Account, cal: Account): Promise<string> {
  // In Hebrew too, which shows whether a page lets each text decide its direction.
  const hashtags = ['night', 'לילה'];
  const drop = await postDrop(ada.client, 'Rain on the roof, גשם #night', { hashtags });
  const other = await postDrop(ben.client, 'A long way home, דרך #night', { hashtags });
  const question = await comment(ben, drop, `Which roof, איזה גג, @${ada.username}?`);
  await comment(ada, drop, 'Mine. שלי.', question);
  for (const person of [ada, ben]) await updateProfile(person, { bio: 'Up late, ערים.' });
  await bookmark(ada, other);
  await like(ada, other);
  await follow(ben, ada);
  await updateProfile(cal, { is_private: true });
  return drop;
}
