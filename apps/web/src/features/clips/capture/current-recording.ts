import { perClient } from '#lib/per-client.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import type { Recording } from './recording.ts';

/** The latest recording, of a drop, a reply or a message. */
const latest = perClient((): { recording: Recording | null } => ({ recording: null }));

/** Ends the recording before: there is one at a time. */
export function setCurrentRecording(client: SupabaseClient, recording: Recording): void {
  latest(client).recording?.stop();
  latest(client).recording = recording;
}

/** Ends the recording in progress, if any. Settles when its take is stored. */
export async function endCurrentRecording(client: SupabaseClient): Promise<void> {
  const { recording } = latest(client);
  recording?.stop();
  await recording?.stored;
}
