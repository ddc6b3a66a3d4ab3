import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../packages/database-types/src/database.ts';
import { BUCKET } from '../../packages/domain/src/object-path.ts';
import { measurePeaks } from '../../packages/voice/src/peaks.ts';
import { transformVoice } from '../../packages/voice/src/transform-voice.ts';
import { writeWav } from '../../packages/voice/src/write-wav.ts';
import { babble } from './babble.ts';
import { personas } from './personas.ts';

const sampleRate = 44_100;
const password = 'late-night-radio';
const hour = 3_600_000;

interface Member {
  readonly id: string;
  readonly client: SupabaseClient<Database>;
}

/** Unwraps a supabase-js answer. */
const ok = <Answer extends { data: unknown; error: Error | null }>(
  answer: Answer,
): Extract<Answer, { error: null }>['data'] => {
  if (answer.error) throw answer.error;
  return answer.data;
};

/** What a persona signs in with. */
export const demoAccount = (username: string) => ({
  email: `${username.replaceAll(/[^a-z0-9]/g, '')}@demo.example`,
  password,
});

/** A client that keeps its session to itself. */
const connect = (url: string, key: string) =>
  createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

const signUp = async (url: string, key: string, username: string): Promise<Member> => {
  const client = connect(url, key);
  const { user } = ok(
    await client.auth.signUp({ ...demoAccount(username), options: { data: { username } } }),
  );
  if (!user) throw new Error(`${username} could not sign up`);
  return { id: user.id, client };
};

const postDrop = async (
  { id, client }: Member,
  pitch: number,
  drop: (typeof personas)[number]['drops'][number],
): Promise<string> => {
  const postedAt = Date.now() - drop.hoursAgo * hour;
  const spoken = babble(drop.seconds, pitch, drop.title.length * 7919, sampleRate);
  const samples = transformVoice(spoken, sampleRate, drop.filter);
  const path = `${id}/${postedAt}-voice-drop.wav`;
  const files = client.storage.from(BUCKET);
  ok(await files.upload(path, writeWav(samples, sampleRate), { contentType: 'audio/wav' }));
  const row = ok(
    await client
      .from('voice_drops')
      .insert({
        user_id: id,
        title: drop.title,
        audio_url: files.getPublicUrl(path).data.publicUrl,
        duration: samples.length / sampleRate,
        filter_used: drop.filter,
        hashtags: [...drop.hashtags],
        waveform: measurePeaks(samples),
      })
      .select('id')
      .single(),
  );
  return row.id;
};

/**
 * Fills an empty Undertone with people, drops and conversations, through the
 * public API as a client would. Only the times of posting are set back with the
 * secret key, since no client may.
 */
export async function seedDemo({
  url,
  publishableKey,
  secretKey,
}: {
  url: string;
  publishableKey: string;
  secretKey: string;
}): Promise<void> {
  const operator = connect(url, secretKey);
  const { data: known } = await operator
    .from('profiles')
    .select('user_id')
    .eq('username', personas[0]?.username ?? '')
    .maybeSingle();
  if (!known) {
    console.log('Making demo people, drops and conversations…');
    const members = new Map<string, Member>();
    for (const { username } of personas) {
      members.set(username, await signUp(url, publishableKey, username));
    }
    const member = (username: string): Member => {
      const found = members.get(username);
      if (!found) throw new Error(`no persona is called ${username}`);
      return found;
    };

    for (const { username, bio, follows } of personas) {
      const { id, client } = member(username);
      ok(await client.from('profiles').update({ bio }).eq('user_id', id));
      const rows = follows.map((name) => ({ follower_id: id, following_id: member(name).id }));
      ok(await client.from('follows').insert(rows));
    }
    for (const { username, pitch, drops } of personas) {
      for (const drop of drops) {
        const dropId = await postDrop(member(username), pitch, drop);
        const postedAt = new Date(Date.now() - drop.hoursAgo * hour).toISOString();
        ok(await operator.from('voice_drops').update({ created_at: postedAt }).eq('id', dropId));
        for (const { by, content } of drop.comments ?? []) {
          const { id, client } = member(by);
          const comment = { voice_drop_id: dropId, user_id: id, content };
          ok(await client.from('voice_drop_comments').insert(comment));
        }
        for (const follower of personas.filter(({ follows }) => follows.includes(username))) {
          const { id, client } = member(follower.username);
          ok(await client.from('voice_drop_likes').insert({ voice_drop_id: dropId, user_id: id }));
        }
      }
    }
  }
  const { email } = demoAccount(personas[0]?.username ?? '');
  console.log(`Sign in as ${email} with the password ${password}`);
}
