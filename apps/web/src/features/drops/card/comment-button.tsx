import { useQueryClient } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/count';
import { MessageCircle } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { loadOnce } from '#lib/load-once.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import { CardAction } from './card-action.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { patchDrop } from '#features/drops/patch-drop.ts';

const loadDialog = loadOnce(() => import('#features/comments/comments-dialog.tsx'));
const CommentsDialog = lazy(loadDialog);

interface CommentButtonProps {
  drop: Drop;
  /** Shows the comments as soon as the drop is there, e.g. to someone whom a notification brought. */
  initiallyOpen?: boolean;
}

/** How many comments a drop has; opens them. */
export function CommentButton({ drop, initiallyOpen = false }: CommentButtonProps) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const queryClient = useQueryClient();
  const count = countLabel(drop.commentCount);

  const show = () =>
    loadDialog().then(
      () => setState('open'),
      (cause: unknown) => {
        logFailure('The code of the comments could not be fetched.', cause);
        toast.error('Error', { description: 'Failed to load comments' });
      },
    );

  const showInitially = useEffectEvent(() => void show());
  useEffect(() => {
    if (initiallyOpen) showInitially();
  }, [initiallyOpen]);

  const setCount = (change: (before: number) => number) =>
    patchDrop(queryClient, drop.id, (current) => ({
      ...current,
      commentCount: change(current.commentCount),
    }));

  return (
    <>
      <CardAction
        label={`Comments on ${drop.title}, ${count} ${drop.commentCount === 1 ? 'comment' : 'comments'}`}
        tooltip="Comments"
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        onClick={() => void show()}
      >
        <MessageCircle />
        {count}
      </CardAction>
      {state !== 'unopened' && (
        <Suspense>
          <CommentsDialog
            drop={{
              id: drop.id,
              title: drop.title,
              ownerId: drop.author.userId,
              onCount: setCount,
            }}
            commentCount={drop.commentCount}
            open={state === 'open'}
            onOpenChange={(open) => setState(open ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  );
}
