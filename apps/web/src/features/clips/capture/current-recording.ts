import { perClient } from '#lib/per-client.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

interface CurrentRecording {
  stop: () => void;
  /** Settles when it has ended, and its take, if any, is stored. */
  stored: Promise<unknown>;
}

/** The latest recording, of a drop, a reply, a message or the trial. */
const latest = perClient((): { recording: CurrentRecording | null } => ({ recording: null }));

/** Ends the recording before: there is one at a time. */
export function setCurrentRecording(client: SupabaseClient, recording: CurrentRecording): void {
  latest(client).recording?.stop();
  latest(client).recording = recording;
}

/** Ends the recording in progress, if any. Settles when its take is stored. */
export async function endCurrentRecording(client: SupabaseClient): Promise<void> {
  const { recording } = latest(client);
  recording?.stop();
  await recording?.stored;
}
