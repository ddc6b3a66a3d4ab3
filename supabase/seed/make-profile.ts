import { AVATAR_CACHE_SECONDS } from '../../packages/domain/src/limits.ts';
import { avatarPath, BUCKET } from '../../packages/domain/src/object-path.ts';
import { drawAvatar } from './avatar.ts';
import { ok, type Member } from './member.ts';
import { people, type DemoPerson } from './people.ts';
import { before, DAY, type DemoContext } from './demo-context.ts';

async function uploadAvatar({ id, username, client }: Member, hue: number): Promise<string> {
  const path = avatarPath(id, new Date(), 'image/png');
  const files = client.storage.from(BUCKET);
  const options = {
    contentType: 'image/png',
    cacheControl: String(AVATAR_CACHE_SECONDS),
    upsert: true,
  };
  ok(await files.upload(path, await drawAvatar(hue, username), options));
  return files.getPublicUrl(path).data.publicUrl;
}

/** Sets a member's bio, picture and settings. */
export async function makeProfile(context: DemoContext, member: Member): Promise<void> {
  const { id, username, client } = member;
  const person: DemoPerson = people[username];
  const profiles = client.from('profiles');
  const { avatar_url: picture } = ok(
    await profiles.select('avatar_url').eq('user_id', id).single(),
  );
  const wantsPicture = picture === null && person.hue !== undefined;
  ok(
    await profiles
      .update({
        bio: person.bio,
        is_private: person.isPrivate ?? false,
        allow_downloads: person.allowsDownloads ?? false,
        ...(wantsPicture && { avatar_url: await uploadAvatar(member, person.hue) }),
      })
      .eq('user_id', id),
  );
  const joined = before(context, person.joinedDaysAgo * DAY).toISOString();
  ok(await context.operator.from('profiles').update({ created_at: joined }).eq('user_id', id));
}
