import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { UNTITLED_DROP } from '@undertone/domain/title';
import { CommentClip } from '#features/comments/comment-clip.tsx';
import { tracksOfComments } from '#features/comments/comment-track.ts';
import { DeleteCommentDialog } from '#features/comments/delete-comment-dialog.tsx';
import type { Playlist } from '#features/player/track.ts';
import { usePlaylist } from '#features/player/use-playlist.ts';
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
  const replies = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  const tracks = useMemo(
    () => replies.flatMap((reply) => tracksOfComments([reply], dropOf(reply))),
    [replies],
  );
  const getPlaylist = usePlaylist(`replies of ${userId}`, tracks);

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
          <ReplyItem key={reply.id} reply={reply} userId={userId} getPlaylist={getPlaylist} />
        ))}
      </ul>
    </QueryList>
  );
}

/** The drop as the tracks of its comments name it. */
const dropOf = ({ dropId, drop }: Reply) => ({ id: dropId, title: drop?.title ?? UNTITLED_DROP });

interface ReplyItemProps {
  reply: Reply;
  userId: string;
  getPlaylist: () => Playlist;
}

function ReplyItem({ reply, userId, getPlaylist }: ReplyItemProps) {
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
      {reply.content !== '' && (
        <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line">
          {reply.content}
        </p>
      )}
      <CommentClip comment={reply} drop={dropOf(reply)} getPlaylist={getPlaylist} />
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
