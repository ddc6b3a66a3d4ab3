import { mutationOptions } from '@tanstack/react-query';
import type { App } from '#lib/app.ts';
import { ensureWritten } from '#lib/backend-error.ts';
import { patchPages } from '#lib/patch-pages.ts';
import { invalidateFollows } from './invalidate-people.ts';
import type { Person } from './person.ts';
import { peopleKeys } from './queries.ts';

export type RequestAnswer = 'approve' | 'decline';

/**
 * Approves or declines somebody's request to follow the account. The request leaves the lists once the
 * server has the answer. Returns false if it was withdrawn meanwhile.
 */
export function answerRequestOptions(app: App, accountId: string, requesterId: string) {
  const { client, queryClient, edits } = app;
  return mutationOptions({
    mutationFn: async (answer: RequestAnswer): Promise<boolean> => {
      if (answer === 'approve') {
        const { data } = await client
          .rpc('approve_follow_request', { requester: requesterId })
          .throwOnError();
        return data;
      }
      const decline = { account_id: accountId, requester_id: requesterId };
      await ensureWritten(client.from('follow_declines').insert(decline));
      return true;
    },
    onSuccess: () => {
      edits.show(`request of ${requesterId}`, () =>
        patchPages<Person>(queryClient, peopleKeys.requestsTo(accountId), (people) =>
          people.filter(({ userId }) => userId !== requesterId),
        ),
      );
      void queryClient.invalidateQueries({ queryKey: peopleKeys.requestCount(accountId) });
      invalidateFollows(queryClient);
    },
  });
}

/** Takes a decline back: the request is in the lists again. */
export async function takeBackDecline(
  { client, queryClient, edits }: App,
  accountId: string,
  requesterId: string,
): Promise<void> {
  const decline = { account_id: accountId, requester_id: requesterId };
  await client.from('follow_declines').delete().match(decline).throwOnError();
  edits.show(`request of ${requesterId}`, () => undefined);
  await queryClient.invalidateQueries({ queryKey: peopleKeys.requests() });
}
