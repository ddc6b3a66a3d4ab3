import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { ensureWritten } from '#lib/backend-error.ts';
import type { App } from '#lib/app.ts';
import type { SupabaseClient } from '#lib/supabase.ts';

const dropAlertKey = (viewerId: string, authorId: string) =>
  ['drop alert', viewerId, authorId] as const;

/** Whether the viewer is notified of each drop of a followed person. Deleted with the follow, so it is not kept. */
export function dropAlertOptions(client: SupabaseClient, viewerId: string, authorId: string) {
  return queryOptions({
    queryKey: dropAlertKey(viewerId, authorId),
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data } = await client
        .from('drop_alerts')
        .select('following_id')
        .eq('following_id', authorId)
        .abortSignal(signal)
        .throwOnError();
      return data.length > 0;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Turns the alerts of a followed person on or off: at once, and back on failure. */
export function setDropAlertOptions(app: App, viewerId: string, authorId: string) {
  const { client, queryClient, edits } = app;
  return mutationOptions({
    mutationFn: (on: boolean) =>
      edits.change(`drop alert ${authorId}`, {
        from: !on,
        to: on,
        show: (wanted) => {
          queryClient.setQueryData(dropAlertKey(viewerId, authorId), wanted);
        },
        write: (wanted) => {
          const row = { follower_id: viewerId, following_id: authorId };
          const alerts = client.from('drop_alerts');
          return ensureWritten(wanted ? alerts.insert(row) : alerts.delete().match(row));
        },
      }),
  });
}

/** Whether the viewer's settings allow notifications of new drops at all. */
export async function areDropAlertsAllowed(client: SupabaseClient, viewerId: string) {
  const { data } = await client
    .from('account_settings')
    .select('drops_notifications')
    .eq('user_id', viewerId)
    .single()
    .throwOnError();
  return data.drops_notifications;
}
