import { mutationOptions } from '@tanstack/react-query';
import type { App } from '#lib/app.ts';
import { firstStepsOptions, type FirstSteps, type StepMark } from './queries.ts';

/** Stores the marks of an account's first steps. The change shows at once, and is undone if it fails. */
export function markStepsOptions({ client, queryClient }: App, userId: string) {
  const { queryKey } = firstStepsOptions(client, userId);
  const show = (marks: readonly string[]) =>
    queryClient.setQueryData(
      queryKey,
      (steps): FirstSteps | undefined => steps && { ...steps, marks },
    );
  return mutationOptions({
    mutationFn: async (marks: readonly StepMark[]) => {
      await client
        .from('account_settings')
        .update({ first_steps: [...marks] })
        .eq('user_id', userId)
        .throwOnError();
    },
    // A second change waits for the first one.
    scope: { id: `first-steps ${userId}` },
    onMutate: async (marks) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey)?.marks ?? [];
      show(marks);
      return before;
    },
    onError: (_cause, _marks, before) => {
      if (before) show(before);
    },
  });
}
