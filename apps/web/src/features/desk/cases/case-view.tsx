import { ChevronDown, ChevronUp, Keyboard } from 'lucide-react';
import { useState } from 'react';
import { usePlayer } from '#features/player/use-player.ts';
import { errorMessage } from '#lib/backend-error.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { toast } from '#ui/toast.ts';
import { AnswerForm } from '#features/desk/decision/answer-form.tsx';
import { DecisionForm } from '#features/desk/decision/decision-form.tsx';
import { useLastDecision } from '#features/desk/decision/undo.ts';
import { DeskKeysDialog } from '#features/desk/desk-keys-dialog.tsx';
import type { DeskRole } from '#features/desk/desk-queries.ts';
import { Key } from '#features/desk/key.tsx';
import { useDeskKeys } from '#features/desk/use-desk-keys.ts';
import { isWithoutFactor } from '#features/desk/use-refused-factor.ts';
import { BackToQueue } from './back-to-queue.tsx';
import { useAssign } from './case-mutations.ts';
import { CaseContent } from './case-content.tsx';
import { clipTracks } from './case-clip.tsx';
import { CaseHistory } from './case-history.tsx';
import { caseTitle } from './case-title.ts';
import type { CaseFile } from './case.ts';
import { PersonCard } from './person-card.tsx';
import { caseKinds } from './queue-filters.ts';
import { ReportList } from './report-list.tsx';
import { SubjectState } from './subject-state.tsx';

interface CaseViewProps {
  file: CaseFile;
  userId: string;
  role: DeskRole;
  /** Opens the next case of the queue; undefined at its end. */
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  onQueue: () => void;
}

/** A case: the evidence, the reports, earlier decisions, and the form for a decision. */
export function CaseView(props: CaseViewProps) {
  const { file, userId, onNext, onPrevious, onQueue } = props;
  const { id, kind, openedAt, closedAt, isOverdue } = file.case;
  const [showsKeys, setShowsKeys] = useState(false);
  const player = usePlayer();
  const playClip = () => {
    const [track] = clipTracks(file);
    if (track) player.play(track, { source: `case ${file.case.id}`, tracks: [track] });
  };
  const toggleSpeed = () => {
    if (player.getState().track?.kind !== 'evidence') playClip();
    const { track, speed } = player.getState();
    // The speed of what a person listens to otherwise is not the desk's.
    if (track?.kind === 'evidence') player.setSpeed(speed === 2 ? 1 : 2);
  };
  const { undoLast } = useLastDecision(userId);
  const toggleAssigned = useToggleAssigned(props);

  useDeskKeys({
    j: () => onNext?.(),
    k: () => onPrevious?.(),
    q: onQueue,
    a: () => void toggleAssigned(),
    u: () => void undoLast(),
    p: playClip,
    x: toggleSpeed,
    '?': () => setShowsKeys(true),
  });

  return (
    <article aria-labelledby="case-title">
      <header className="mb-6">
        <div className="-mx-2 mb-3 flex items-center gap-1">
          <BackToQueue />
          <span className="grow" />
          <IconButton
            label="Keyboard shortcuts"
            className="pointer-coarse:hidden"
            onClick={() => setShowsKeys(true)}
          >
            <Keyboard />
          </IconButton>
          <IconButton
            label="Case before"
            tooltip="Case before (k)"
            disabled={!onPrevious}
            onClick={onPrevious}
          >
            <ChevronUp />
          </IconButton>
          <IconButton label="Next case" tooltip="Next case (j)" disabled={!onNext} onClick={onNext}>
            <ChevronDown />
          </IconButton>
        </div>
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0 grow basis-72">
            <h2 id="case-title" dir="auto" className="text-2xl wrap-anywhere">
              {caseTitle(file.case)}
            </h2>
            <p className="mt-1 text-[0.9375rem] text-ink-soft">
              {caseKinds[kind].one} · opened <RelativeTime moment={openedAt} ago />
              {closedAt !== null && (
                <>
                  {' '}
                  · {file.decisions.some(({ caseId }) => caseId === id) ? 'decided' : 'closed'}{' '}
                  <RelativeTime moment={closedAt} ago />
                </>
              )}
            </p>
          </div>
          <Assignment {...props} onToggle={toggleAssigned} />
        </div>
        <div className="mt-3 flex flex-wrap gap-1.5 empty:hidden">
          {isOverdue && (
            <Badge className="border-danger text-danger">Held for more than 72 hours</Badge>
          )}
          <SubjectState subject={file.subject} />
        </div>
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-6">
        <div className="grid min-w-0 gap-5">
          <CaseContent file={file} />
          <ReportList reports={file.reports} />
        </div>
        <div className="grid min-w-0 gap-5 lg:row-span-2">
          {kind === 'contact' && closedAt === null && (
            <AnswerForm userId={userId} item={file.case} onDone={onNext ?? onQueue} />
          )}
          <DecisionForm file={file} userId={userId} onDone={onNext ?? onQueue} />
          <PersonCard file={file} />
        </div>
        <CaseHistory file={file} userId={userId} />
      </div>
      <DeskKeysDialog open={showsKeys} onOpenChange={setShowsKeys} />
    </article>
  );
}

/** Takes a case that is open, or gives it back. */
function useToggleAssigned({ file, userId }: CaseViewProps) {
  const assign = useAssign();
  const { id, assignedTo, closedAt } = file.case;
  return async () => {
    if (closedAt !== null || assign.isPending) return;
    try {
      await assign.mutateAsync({ caseId: id, mine: assignedTo?.userId !== userId });
    } catch (cause) {
      if (!isWithoutFactor(cause)) toast.error(errorMessage(cause));
    }
  };
}

interface AssignmentProps extends CaseViewProps {
  onToggle: () => Promise<void>;
}

function Assignment({ file, userId, onToggle }: AssignmentProps) {
  const { assignedTo, assignedAt, closedAt } = file.case;
  if (closedAt !== null) return null;
  const isMine = assignedTo?.userId === userId;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {assignedTo && !isMine && (
        <p className="text-sm text-ink-soft">
          {assignedTo.username ?? 'Somebody'} has it
          {assignedAt !== null && (
            <>
              {' '}
              since <RelativeTime moment={assignedAt} />
            </>
          )}
        </p>
      )}
      <Button variant="secondary" size="sm" onClick={() => void onToggle()}>
        {isMine ? 'Give it back' : assignedTo ? 'Take it over' : 'Assign to me'}
        <Key name="a" />
      </Button>
    </div>
  );
}
