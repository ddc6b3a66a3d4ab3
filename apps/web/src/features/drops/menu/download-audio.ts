import { clipExtension } from '@undertone/domain/clip-path';
import { DOWNLOAD_URL_SECONDS } from '@undertone/domain/signed-urls';
import type { SupabaseClient } from '#lib/supabase.ts';
import { signObjects } from '#lib/sign-objects.ts';
import type { Drop } from '#features/drops/drop.ts';

/** Characters that file systems refuse in names, and leading dots, which hide files. */
const INVALID_CHARACTERS = /[\\/:*?"<>|\p{Cc}]|^[\s.]+|[\s.]+$/gu;

/**
 * The file name for a drop's audio: its title without characters that file systems refuse, and the
 * extension of the stored clip.
 */
export function audioFileName({ title, audioPath }: Pick<Drop, 'title' | 'audioPath'>): string {
  const name = title.replaceAll(INVALID_CHARACTERS, '') || 'voice-drop';
  return `${name}.${clipExtension(audioPath)}`;
}

/**
 * Downloads a drop's audio as a file named after its title.
 *
 * @throws when the viewer may not download it
 */
export async function downloadAudio(client: SupabaseClient, drop: Drop): Promise<void> {
  const { audioPath } = drop;
  const url = (await signObjects(client, [audioPath], DOWNLOAD_URL_SECONDS)).get(audioPath);
  if (url === undefined) throw new Error(`There is no audio at ${audioPath}.`);
  const link = document.createElement('a');
  // storage-js would encode a name that is not ASCII twice.
  link.href = `${url}&download=${encodeURIComponent(audioFileName(drop))}`;
  link.download = '';
  link.click();
}
