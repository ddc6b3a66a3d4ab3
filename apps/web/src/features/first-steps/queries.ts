import { queryOptions } from '@tanstack/react-query';
import type { SupabaseClient } from '#lib/supabase.ts';

/** The first steps of a new account, in their order. */
export const STEPS = ['follow', 'veil', 'record'] as const;
export type Step = (typeof STEPS)[number];

/** What `account_settings.first_steps` holds: the steps that are done, and that the card was dismissed. */
export type StepMark = Exclude<Step, 'record'> | 'dismissed';

export interface FirstSteps {
  marks: readonly string[];
  /** The last step is done by posting, in the recorder. */
  hasPosted: boolean;
}

const firstStepsKey = (userId: string) => ['first-steps', userId] as const;

/** The first steps of an account, on any device. */
export function firstStepsOptions(client: SupabaseClient, userId: string) {
  return queryOptions({
    queryKey: firstStepsKey(userId),
    queryFn: async ({ signal }): Promise<FirstSteps> => {
      const { data } = await client
        .from('account_settings')
        .select('first_steps, profile:profiles(drops:voice_drops!voice_drops_user_id_fkey(id))')
        .eq('user_id', userId)
        .limit(1, { referencedTable: 'profile.drops' })
        .abortSignal(signal)
        .single()
        .throwOnError();
      return { marks: data.first_steps, hasPosted: data.profile.drops.length > 0 };
    },
  });
}

export const isStepMark = (mark: string): mark is StepMark =>
  mark === 'follow' || mark === 'veil' || mark === 'dismissed';

export const isDone = ({ marks, hasPosted }: FirstSteps, step: Step): boolean =>
  step === 'record' ? hasPosted : marks.includes(step);

/** Whether there is nothing left to show. */
export const isOver = (steps: FirstSteps): boolean =>
  steps.marks.includes('dismissed') || STEPS.every((step) => isDone(steps, step));
