import { useQueryClient } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { toast } from '#ui/toast.ts';
import { CardAction } from './card-action.tsx';
import type { Drop } from '#features/drops/drop.ts';
import { commentedDrop } from '#features/drops/drop-cache.ts';

const CommentsDialog = lazyPopup(() => import('#features/comments/comments-dialog.tsx'), {
  preload: 'intent',
  onMissing: () => toast.error('Error', { description: 'Failed to load comments' }),
});

/** Whether something is open, and the function that opens and closes it. */
export type OpenState = readonly [open: boolean, setOpen: (open: boolean) => void];

interface CommentButtonProps {
  drop: Drop;
  /** Set if the page controls whether the comments are open; by default the button does. */
  comments?: OpenState | undefined;
}

/** Shows the number of comments, and opens them. */
export function CommentButton({ drop, comments }: CommentButtonProps) {
  const own = useState(false);
  const [open, setOpen] = comments ?? own;
  const queryClient = useQueryClient();
  const count = countLabel(drop.commentCount);

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
        {drop.commentCount > 0 && count}
      </CardAction>
      <CommentsDialog
        drop={commentedDrop(queryClient, drop)}
        commentCount={drop.commentCount}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  );
}
