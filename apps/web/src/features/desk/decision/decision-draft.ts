import type { GuidelineRule } from '@undertone/domain/guideline-rule';
import { draftKey, useDraft, useDrafts } from '#lib/text-drafts.ts';
import type { Measure } from '#features/desk/cases/case.ts';

/** A decision that is being written. */
export interface DecisionDraft {
  measure?: Measure | undefined;
  rule?: GuidelineRule | undefined;
  words: string;
  /** Of a suspension. */
  days?: number | undefined;
}

const EMPTY: DecisionDraft = { words: '' };

function readDraft(text: string): DecisionDraft {
  if (text === '') return EMPTY;
  try {
    return { ...EMPTY, ...JSON.parse(text) };
  } catch {
    // Two drafts that were joined when an account signed in again.
    return { words: text };
  }
}

/**
 * The draft of a decision, which is stored on this device like other texts: it survives a lost second factor, a
 * reload, and a closed tab.
 */
export function useDecisionDraft(userId: string, caseId: string) {
  const key = draftKey(userId, `case ${caseId}`);
  const drafts = useDrafts();
  const draft = readDraft(useDraft(key).text);
  return {
    draft,
    change: (changes: Partial<DecisionDraft>) =>
      drafts.set(key, JSON.stringify({ ...draft, ...changes })),
    clear: () => drafts.set(key, ''),
  };
}

/** Writes the draft of a case's decision again, which was taken back. */
export function useRestoreDraft(userId: string) {
  const drafts = useDrafts();
  return (caseId: string, draft: DecisionDraft) =>
    drafts.set(draftKey(userId, `case ${caseId}`), JSON.stringify(draft));
}
