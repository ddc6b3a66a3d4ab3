import { detectHashtags } from '../../packages/domain/src/hashtag.ts';
import { BUCKET, clipPath } from '../../packages/domain/src/object-path.ts';
import { dropNames, drops, type DemoDrop, type DropName } from './drops.ts';
import { makeClip } from './make-clip.ts';
import { ok, type Member } from './member.ts';
import { people, usernames, type DemoPerson } from './people.ts';
import { before, HOUR, memberOf, type DemoContext } from './demo-context.ts';

/** A drop that exists on the server. */
export interface Posted {
  readonly id: string;
  readonly by: string;
  readonly postedAt: Date;
  /** Plays counted before this run. */
  readonly plays: number;
}

/** Makes a clip and posts it as the recorder does. */
async function post({ id, client, username }: Member, drop: DemoDrop, postedAt: Date) {
  const { voice, postsWav }: DemoPerson = people[username];
  const clip = await makeClip({
    voice,
    seconds: drop.seconds,
    about: drop.title,
    filter: drop.filter,
    type: postsWav ? 'audio/wav' : 'audio/mpeg',
  });
  const path = clipPath(id, postedAt, clip.type);
  const files = client.storage.from(BUCKET);
  ok(await files.upload(path, clip.bytes, { contentType: clip.type }));
  return ok(
    await client
      .from('voice_drops')
      .insert({
        user_id: id,
        title: drop.title,
        audio_url: files.getPublicUrl(path).data.publicUrl,
        duration: clip.duration,
        filter_used: drop.filter,
        hashtags: detectHashtags(drop.title),
        privacy_level: drop.privacy ?? 'public',
        waveform: clip.peaks,
      })
      .select('id, play_count')
      .single(),
  );
}

async function ensurePosted(context: DemoContext, drop: DemoDrop): Promise<Posted> {
  const member = memberOf(context, drop.by);
  const postedAt = before(context, drop.hoursAgo * HOUR);
  const known = ok(
    await member.client
      .from('voice_drops')
      .select('id, play_count')
      .match({ user_id: member.id, title: drop.title })
      .maybeSingle(),
  );
  const { id, play_count: plays } = known ?? (await post(member, drop, postedAt));
  const times = { created_at: postedAt.toISOString() };
  ok(await context.operator.from('voice_drops').update(times).eq('id', id));
  return { id, by: member.id, postedAt, plays };
}

/** Posts the drops that do not exist yet: accounts in parallel, each account's drops in sequence. */
export async function postDrops(context: DemoContext): Promise<Map<DropName, Posted>> {
  const posted = new Map<DropName, Posted>();
  await Promise.all(
    usernames.map(async (username) => {
      for (const name of dropNames) {
        if (drops[name].by === username) posted.set(name, await ensurePosted(context, drops[name]));
      }
    }),
  );
  return posted;
}
