import { useQueryClient } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { toast } from '#ui/toast.ts';
import { CardAction } from './card-action.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { patchDrop } from '#features/drops/patch-drop.ts';

const CommentsDialog = lazyPopup(() => import('#features/comments/comments-dialog.tsx'), {
  preload: 'intent',
  onMissing: () => toast.error('Error', { description: 'Failed to load comments' }),
});

interface CommentButtonProps {
  drop: Drop;
  /** Whether the comments are open at first, as after following a notification. */
  initiallyOpen?: boolean;
}

/** Shows the number of comments, and opens them. */
export function CommentButton({ drop, initiallyOpen = false }: CommentButtonProps) {
  const [open, setOpen] = useState(initiallyOpen);
  // A notification may be followed on the drop's own page, where the card is mounted already.
  const [wasInitiallyOpen, setWasInitiallyOpen] = useState(initiallyOpen);
  if (initiallyOpen !== wasInitiallyOpen) {
    setWasInitiallyOpen(initiallyOpen);
    if (initiallyOpen) setOpen(true);
  }
  const queryClient = useQueryClient();
  const count = countLabel(drop.commentCount);

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
        aria-expanded={open}
        onPointerEnter={CommentsDialog.preload}
        onFocus={CommentsDialog.preload}
        onClick={() => setOpen(true)}
      >
        <MessageCircle />
        {count}
      </CardAction>
      <CommentsDialog
        drop={{
          id: drop.id,
          title: drop.title,
          ownerId: drop.author.userId,
          onCount: setCount,
        }}
        commentCount={drop.commentCount}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  );
}
