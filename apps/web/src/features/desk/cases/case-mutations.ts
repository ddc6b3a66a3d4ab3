import { useMutation } from '@tanstack/react-query';
import { useApp } from '#lib/app.ts';
import { camelJson } from '#features/desk/camel-json.ts';
import { caseKeys } from './case-queries.ts';
import type { Measure } from './case.ts';

/** A mutation after which all that is shown of cases is read again. */
function useCaseMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const { queryClient } = useApp();
  return useMutation({
    mutationFn: change,
    // Also after a refusal: somebody else may have decided meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: caseKeys.all() }),
  });
}

/** Assigns a case to the caller, or to nobody. */
export function useAssign() {
  const { client } = useApp();
  return useCaseMutation(async ({ caseId, mine }: { caseId: string; mine: boolean }) => {
    await client.rpc('desk_assign', { case: caseId, mine }).throwOnError();
  });
}

export interface Verdict {
  caseId: string;
  measure: Measure;
  rule?: string;
  words: string;
  until?: string;
}

/** A decision that was just made. */
export interface Decided {
  decision: string;
}

/** Decides a case. */
export function useDecide() {
  const { client } = useApp();
  return useCaseMutation(async ({ caseId, ...verdict }: Verdict): Promise<Decided> => {
    const { data } = await client.rpc('desk_decide', { case: caseId, ...verdict }).throwOnError();
    return JSON.parse(camelJson(data));
  });
}

/** Takes back a decision that the caller has just made. */
export function useUndo() {
  const { client } = useApp();
  return useCaseMutation(async (decision: string) => {
    await client.rpc('desk_undo', { decision }).throwOnError();
  });
}

/** Answers a contact message, which closes its case. */
export function useAnswer() {
  const { client } = useApp();
  return useCaseMutation(async (sent: { caseId: string; words: string; isMailed: boolean }) => {
    const { caseId, words, isMailed } = sent;
    await client.rpc('desk_answer', { case: caseId, words, is_mailed: isMailed }).throwOnError();
  });
}

/** What staff see only for a reason, which is logged. */
export type Disclosure = 'messages' | 'sender';

/** Shows the messages of a case, for an hour, or the sender of an anonymous one. */
export function useDisclose() {
  const { client } = useApp();
  return useCaseMutation(
    async (asked: { caseId: string; disclosure: Disclosure; reason: string }) => {
      const { caseId, disclosure, reason } = asked;
      const name = disclosure === 'messages' ? 'desk_open_messages' : 'desk_show_sender';
      await client.rpc(name, { case: caseId, reason }).throwOnError();
    },
  );
}

/** Opens the case of a person by their username. @returns its id */
export function useFindPerson() {
  const { client } = useApp();
  return useCaseMutation(async (username: string): Promise<string> => {
    const { data } = await client.rpc('desk_find', { username }).throwOnError();
    return data;
  });
}
