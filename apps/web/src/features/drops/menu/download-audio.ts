import { clipExtension } from '@undertone/domain/clip-path';
import { DOWNLOAD_URL_SECONDS } from '@undertone/domain/signed-urls';
import type { SupabaseClient } from '#lib/supabase.ts';
import { signObjects } from '#lib/sign-objects.ts';
import type { Drop } from '#features/drops/drop.ts';
import { fileName } from '#features/drops/file-name.ts';

/**
 * Downloads a drop's audio as a file named after its title.
 *
 * @throws when the viewer may not download it
 */
export async function downloadAudio(client: SupabaseClient, drop: Drop): Promise<void> {
  const { title, audioPath } = drop;
  const url = (await signObjects(client, [audioPath], DOWNLOAD_URL_SECONDS)).get(audioPath);
  if (url === undefined) throw new Error(`There is no audio at ${audioPath}.`);
  const link = document.createElement('a');
  // storage-js would encode a name that is not ASCII twice.
  link.href = `${url}&download=${encodeURIComponent(fileName(title, clipExtension(audioPath)))}`;
  link.download = '';
  link.click();
}
