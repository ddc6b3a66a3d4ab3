import type { VoiceFilterId } from '../../packages/domain/src/voice-filter.ts';
import { detectHashtags } from '../../packages/domain/src/hashtag.ts';
import { clipPath } from '../../packages/domain/src/clip-path.ts';
import { BUCKET } from '../../packages/domain/src/object-path.ts';
import { readDemoClip } from './demo-clips.ts';
import { dropNames, drops, type DemoDrop, type DropName } from './drops.ts';
import { ok, type Member } from './member.ts';
import type { Username } from './people.ts';
import type { AnswerName } from './spoken-answers.ts';
import { before, HOUR, memberOf, type DemoContext } from './demo-context.ts';

const CLIP_TYPE = 'audio/mpeg';

/** A drop that exists on the server. */
export interface Posted {
  readonly id: string;
  readonly by: string;
  readonly postedAt: Date;
  /** Plays counted before this run. */
  readonly plays: number;
}

/** Uploads the clip of a drop or a comment. @returns the columns of a row that has the clip */
export async function uploadClip(
  { id, client }: Member,
  name: DropName | AnswerName,
  filter: VoiceFilterId,
  moment: Date,
) {
  const { bytes, duration, peaks } = await readDemoClip(name);
  const path = clipPath(id, moment, CLIP_TYPE);
  const files = client.storage.from(BUCKET);
  ok(await files.upload(path, bytes, { contentType: CLIP_TYPE }));
  const audioUrl = files.getPublicUrl(path).data.publicUrl;
  return { audio_url: audioUrl, duration, filter_used: filter, waveform: peaks };
}

/** Posts a drop as the recorder does. */
async function post(member: Member, name: DropName, postedAt: Date) {
  const { id, client } = member;
  const drop: DemoDrop = drops[name];
  const clip = await uploadClip(member, name, drop.filter, postedAt);
  return ok(
    await client
      .from('voice_drops')
      .insert({
        user_id: id,
        title: drop.title,
        ...clip,
        hashtags: detectHashtags(drop.title),
        privacy_level: drop.privacy ?? 'public',
      })
      .select('id, play_count')
      .single(),
  );
}

async function ensurePosted(context: DemoContext, name: DropName): Promise<Posted> {
  const drop = drops[name];
  const member = memberOf(context, drop.by);
  const postedAt = before(context, drop.hoursAgo * HOUR);
  const known = ok(
    await member.client
      .from('voice_drops')
      .select('id, play_count')
      .match({ user_id: member.id, title: drop.title })
      .maybeSingle(),
  );
  const { id, play_count } = known ?? (await post(member, name, postedAt));
  const times = { created_at: postedAt.toISOString() };
  ok(await context.operator.from('voice_drops').update(times).eq('id', id));
  return { id, by: member.id, postedAt, plays: play_count ?? 0 };
}

/**
 * Posts the drops that do not exist yet: accounts in parallel, each account's drops in sequence.
 *
 * @returns each drop's promise, which is fulfilled once the drop exists
 */
export function postDrops(context: DemoContext): ReadonlyMap<DropName, Promise<Posted>> {
  const posted = new Map<DropName, Promise<Posted>>();
  const latest = new Map<Username, Promise<Posted>>();
  for (const name of dropNames) {
    const { by } = drops[name];
    const before = latest.get(by) ?? Promise.resolve();
    const posting = before.then(() => ensurePosted(context, name));
    latest.set(by, posting);
    posted.set(name, posting);
  }
  return posted;
}
