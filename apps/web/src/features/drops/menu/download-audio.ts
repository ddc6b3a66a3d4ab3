import { DOWNLOAD_URL_SECONDS } from '@undertone/domain/signed-urls';
import type { SupabaseClient } from '#lib/supabase.ts';
import { signObjects } from '#lib/sign-objects.ts';
import type { Drop } from '#features/drops/drop.ts';

/** Characters that file systems refuse in names, and leading dots, which hide files. */
const INVALID_CHARACTERS = /[\\/:*?"<>|\p{Cc}]|^[\s.]+|[\s.]+$/gu;

/** The file name for a drop's audio: its title without characters that file systems refuse. */
export function audioFileName(title: string): string {
  return `${title.replaceAll(INVALID_CHARACTERS, '') || 'voice-drop'}.wav`;
}

/**
 * Downloads a drop's audio as a file named after its title.
 *
 * @throws when the viewer may not download it
 */
export async function downloadAudio(
  client: SupabaseClient,
  { audioPath, title }: Drop,
): Promise<void> {
  const url = (await signObjects(client, [audioPath], DOWNLOAD_URL_SECONDS)).get(audioPath);
  if (url === undefined) throw new Error(`There is no audio at ${audioPath}.`);
  const link = document.createElement('a');
  // storage-js would encode a name that is not ASCII twice.
  link.href = `${url}&download=${encodeURIComponent(audioFileName(title))}`;
  link.download = '';
  link.click();
}
