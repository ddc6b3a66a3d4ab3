import { perClient } from '#lib/per-client.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

/** Emits 'change' when the queue of unposted takes changes. */
const changes = perClient(() => new EventTarget());

/** Notifies the subscribers that takes were queued, failed, were cancelled, or have left the recorder. */
export function announceQueue(client: SupabaseClient): void {
  changes(client).dispatchEvent(new Event('change'));
}

export function onQueueChange(
  client: SupabaseClient,
  listener: () => void,
  signal: AbortSignal,
): void {
  changes(client).addEventListener('change', listener, { signal });
}
