import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { Button } from '#ui/button.tsx';
import { useApp } from '#lib/app.ts';
import { announceQueue } from '#features/clips/take/queue-changes.ts';
import { toastDiscarded } from '#features/clips/take/discard-toast.ts';
import { lockTake, unlockTake } from '#features/clips/take/take-lock.ts';
import { discardWithUndo } from '#features/clips/take/undo-discard.ts';
import { useUnpostedTake } from './use-unposted-take.ts';

interface UnpostedNoteProps {
  userId: string;
  /** Called when the line is shown, or it is known that there is none: what is below no longer moves. */
  onReady: () => void;
}

/** A line about a recording that is not posted, with the buttons to continue and to discard it. */
export default function UnpostedNote({ userId, onReady }: UnpostedNoteProps) {
  const app = useApp();
  const take = useUnpostedTake(userId);
  const navigate = useNavigate();
  const isKnown = take !== undefined;
  useLayoutEffect(() => {
    if (isKnown) onReady();
  }, [isKnown, onReady]);

  const discard = async (takeId: string) => {
    // A recorder has opened it meanwhile.
    if (!(await lockTake(takeId))) return;
    const undo = () => {
      unlockTake(takeId);
      announceQueue(app.client);
    };
    toastDiscarded(discardWithUndo(app, takeId, 'discarded', undo));
    announceQueue(app.client);
  };

  if (!take) return null;
  return (
    <section
      aria-label="Unposted recording"
      className="mb-6 flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-paper-raised py-3 pr-3 pl-4"
    >
      <p className="min-w-0 grow">You have an unposted recording</p>
      <div className="ml-auto flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="sm"
          className="max-sm:min-h-11"
          onClick={() => void discard(take.id)}
        >
          Discard
        </Button>
        <Button
          variant="secondary"
          size="sm"
          className="max-sm:min-h-11"
          onClick={() => void navigate({ to: '/record' })}
        >
          Continue
        </Button>
      </div>
    </section>
  );
}
