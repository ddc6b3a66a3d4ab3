import type { App } from '#lib/app.ts';
import { loadSettings } from '#lib/env.ts';
import { LocalEdits } from '#lib/local-edits.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { SupabaseClient } from '#lib/supabase.ts';

/**
 * Makes what one instance of the app shares. Two instances know nothing of each other.
 *
 * @param settings those that the server put into the document, unless they are given
 * @throws {SettingsError} where the document holds none that can be used; it then says so
 */
export function createApp(settings = loadSettings(document)): App {
  const queryClient = createQueryClient();
  return {
    client: new SupabaseClient(settings),
    queryClient,
    edits: new LocalEdits(queryClient),
    redirect: (url) => location.assign(url),
  };
}
