import { useNavigate } from '@tanstack/react-router';
import { useClient } from '#lib/app.ts';
import { errorMessage } from '#lib/backend-error.ts';
import { perClient } from '#lib/per-client.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { toast } from '#ui/toast.ts';
import { useUndo } from '#features/desk/cases/case-mutations.ts';
import { isWithoutFactor } from '#features/desk/use-refused-factor.ts';
import { useRestoreDraft, type DecisionDraft } from './decision-draft.ts';

/** How long a decision can be undone, in milliseconds. As in the function `desk_decide`. */
const UNDO_MS = 10_000;

interface LastDecision {
  decision: string;
  caseId: string;
  /** What was written, to be changed and decided again. */
  draft: DecisionDraft;
}

const lastDecisions = perClient(() => ({ last: undefined as LastDecision | undefined }));

const TOAST = 'desk-decision';

/** Remembers the decision that was just made, and takes it back. */
export function useLastDecision(userId: string) {
  const memory = lastDecisions(useClient());
  const undo = useUndo();
  const restoreDraft = useRestoreDraft(userId);
  const navigate = useNavigate();
  const isTouched = useMediaQuery('(pointer: coarse)');

  const undoLast = async () => {
    const { last } = memory;
    if (!last) return;
    memory.last = undefined;
    toast.takeBack(TOAST);
    try {
      await undo.mutateAsync(last.decision);
      restoreDraft(last.caseId, last.draft);
      void navigate({
        to: '/desk/$',
        params: { _splat: `queue/${last.caseId}` },
        search: true,
      });
      toast.info('Taken back, as if it had never been decided');
    } catch (cause) {
      if (!isWithoutFactor(cause)) {
        toast.error('It is too late to undo this', { description: errorMessage(cause) });
      }
    }
  };

  /** @param done what was decided, in words */
  const remember = (last: LastDecision, done: string) => {
    memory.last = last;
    toast.success(done, {
      name: TOAST,
      duration: UNDO_MS,
      action: { label: isTouched ? 'Undo' : 'Undo (u)', onPress: () => void undoLast() },
      onGone: () => {
        if (memory.last === last) memory.last = undefined;
      },
    });
  };

  return { remember, undoLast };
}
