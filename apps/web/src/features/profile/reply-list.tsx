import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DeleteCommentDialog } from '#features/comments/delete-comment-dialog.tsx';
import { peopleKeys } from '#features/people/queries.ts';
import { useApp, useClient } from '#lib/app.ts';
import { patchPages } from '#lib/patch-pages.ts';
import { Button } from '#ui/button.tsx';
import { TimeButton } from '#ui/time-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading } from '#ui/loading.tsx';
import { QueryList } from '#ui/query-list.tsx';
import { repliesOptions, type Reply } from './reply-queries.ts';

interface ReplyListProps {
  userId: string;
  /** Shown when there are none. */
  emptyTitle: string;
  loadingLabel: string;
}

/** A person's comments and replies on the drops that the viewer can see, and all of the viewer's own. */
export function ReplyList({ userId, emptyTitle, loadingLabel }: ReplyListProps) {
  const list = useInfiniteQuery(repliesOptions(useClient(), userId));
  const replies = list.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <QueryList
      query={list}
      of="replies"
      failure="Failed to load replies"
      loading={<Loading label={loadingLabel} />}
      isEmpty={replies.length === 0}
      empty={<EmptyState title={emptyTitle} />}
    >
      <ul className="space-y-4">
        {replies.map((reply) => (
          <ReplyItem key={reply.id} reply={reply} userId={userId} />
        ))}
      </ul>
    </QueryList>
  );
}

function ReplyItem({ reply, userId }: { reply: Reply; userId: string }) {
  const { queryClient } = useApp();
  const [isDeleting, setIsDeleting] = useState(false);
  const { dropId, drop } = reply;
  const forget = () =>
    patchPages<Reply>(queryClient, peopleKeys.repliesOf(userId), (replies) =>
      replies.filter(({ id }) => id !== reply.id),
    );
  return (
    <li className="rounded-lg border border-line bg-paper-raised px-5 py-4">
      <p className="text-sm text-ink-soft">
        {drop ? (
          <>
            On{' '}
            <Link
              to="/voice-drop/$id"
              params={{ id: dropId }}
              className="rounded-sm font-medium text-ink decoration-1 underline-offset-3 hover:underline"
            >
              <bdi>{drop.title}</bdi>
            </Link>{' '}
            by @{drop.author}
          </>
        ) : (
          'On a voice drop that you can no longer see'
        )}{' '}
        · <TimeButton moment={reply.createdAt} />
      </p>
      <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line">
        {reply.content}
      </p>
      {/* Others may still read it; where the drop can be seen, the comment has this button there. */}
      {!drop && (
        <Button variant="quiet" size="sm" className="mt-2" onClick={() => setIsDeleting(true)}>
          <Trash2 aria-hidden="true" /> Delete
        </Button>
      )}
      {isDeleting && (
        <DeleteCommentDialog
          comment={reply}
          drop={{ id: dropId, onCount: () => {} }}
          onClose={() => setIsDeleting(false)}
          onDeleted={forget}
        />
      )}
    </li>
  );
}
