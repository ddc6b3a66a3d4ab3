import { randomUuid } from '#lib/random-uuid.ts';
import { PREPARED_TYPE } from '#features/clips/capture/decode.ts';
import { restoreTake } from '#features/clips/take/take-store.ts';
import { EMPTY_DROP_DRAFT } from '#features/recorder/drop-draft.ts';
import { AudioFileError, audioFileMessage } from './audio-file-error.ts';
import { readAudioFile } from './read-audio-file.ts';

/**
 * Makes a take of an audio file, and stores it on this device as if it had been recorded. Only its sound is
 * stored, not the file.
 *
 * @returns the id of the take
 * @throws {AudioFileError} with the reason why the file cannot be used; the signal's reason when it aborts
 */
export async function importAudioFile(
  userId: string,
  file: Blob,
  signal: AbortSignal,
): Promise<string> {
  const { wav } = await readAudioFile(file, signal);
  const take = {
    id: randomUuid(),
    userId,
    mimeType: PREPARED_TYPE,
    startedAt: Date.now(),
    draft: EMPTY_DROP_DRAFT,
    upload: null,
  };
  try {
    await restoreTake(take, [await wav.arrayBuffer()]);
  } catch (cause) {
    throw new AudioFileError('unstored', { cause });
  }
  return take.id;
}

/** What is wrong with the file whose import failed, and what helps; null for an error that is not the file's. */
export function explainImportFailure(cause: unknown): string | null {
  return cause instanceof AudioFileError ? audioFileMessage(cause) : null;
}
