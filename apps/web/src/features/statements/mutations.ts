import { mutationOptions } from '@tanstack/react-query';
import type { App } from '#lib/app.ts';
import { statementKeys } from './queries.ts';

/** Appeals against a decision about the caller, once. */
export function appealOptions({ client, queryClient }: App, decision: string) {
  return mutationOptions({
    mutationFn: async (words: string): Promise<void> => {
      await client.rpc('appeal', { decision, words }).throwOnError();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: statementKeys.all }),
  });
}
