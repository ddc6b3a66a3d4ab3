import { MESSAGES_BUCKET } from '@undertone/domain/object-path';
import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { signObjects } from '#lib/sign-objects.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { openKeptAudio } from './open-kept-audio.ts';
import { signMessageClips } from './sign-message-clips.ts';

/** Requests the URLs of clips some of which are of messages, for staff also by their objects; offline, of clips that the account keeps on this device. */
export async function signOtherAudio(
  client: SupabaseClient,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (!navigator.onLine) return openKeptAudio(client, paths);
  const objects = paths.filter((path) => path.includes('/'));
  const evidence = paths.filter((path) => path.startsWith(EVIDENCE));
  const messages = paths.filter((path) => !objects.includes(path) && !evidence.includes(path));
  const [urls, evidenceUrls, clips] = await Promise.all([
    objects.length > 0 ? signObjects(client, objects, AUDIO_URL_SECONDS) : [],
    evidence.length > 0 ? signEvidence(client, evidence) : [],
    signMessageClips(client, messages),
  ]);
  return new Map([...urls, ...evidenceUrls, ...clips]);
}

/** What the path of a message's clip begins with where it is evidence. */
const EVIDENCE = `${MESSAGES_BUCKET}:`;

async function signEvidence(client: SupabaseClient, paths: readonly string[]) {
  const names = paths.map((path) => path.slice(EVIDENCE.length));
  const urls = await signObjects(client, names, AUDIO_URL_SECONDS, MESSAGES_BUCKET);
  return [...urls].map(([name, url]) => [EVIDENCE + name, url] as const);
}
