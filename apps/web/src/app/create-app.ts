import type { App } from '#lib/app.ts';
import { readSettings } from '#lib/site-settings.ts';
import { LocalEdits } from '#lib/local-edits.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { SupabaseClient } from '#lib/supabase.ts';

/**
 * Creates the shared objects of one instance of the app. Two instances share nothing.
 *
 * @param settings by default the settings that the server has put into the document
 * @throws {Error} when the document has no valid settings; the document then shows an error
 */
export function createApp(settings = readSettings(document)): App {
  const queryClient = createQueryClient();
  return {
    client: new SupabaseClient(settings),
    queryClient,
    edits: new LocalEdits(queryClient),
    redirect: (url) => location.assign(url),
  };
}
