import { useMutation } from '@tanstack/react-query';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import { markStepsOptions } from './mutations.ts';
import { firstStepsOptions, isStepMark, type StepMark } from './queries.ts';

/**
 * Stores what is done of an account's first steps: `mark` replaces the marks, and `finish` adds one.
 * `finish` does nothing for an account whose first steps are over, since they are not read then.
 */
export function useFinishStep(userId: string) {
  const app = useApp();
  const { mutateAsync: store } = useMutation(markStepsOptions(app, userId));
  const mark = async (marks: readonly StepMark[]) => {
    try {
      await store(marks);
    } catch (cause) {
      logFailure('The first steps could not be saved.', cause);
      toast.error('Your first steps could not be saved. Please try again.');
    }
  };
  const finish = (step: StepMark) => {
    const steps = app.queryClient.getQueryData(firstStepsOptions(app.client, userId).queryKey);
    const marks = steps?.marks.filter(isStepMark);
    if (marks && !marks.includes(step)) void mark([...marks, step]);
  };
  return { mark, finish };
}
