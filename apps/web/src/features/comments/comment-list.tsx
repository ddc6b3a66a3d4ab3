import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePlaylist } from '#features/player/use-playlist.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import ListStart from '#ui/list-start.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { toast } from '#ui/toast.ts';
import { commentsOf, type Comment, type Thread } from './comment.ts';
import type { CommentItemProps, Replying } from './comment-item.tsx';
import { CommentSkeletons } from './comment-skeleton.tsx';
import { CommentThread } from './comment-thread.tsx';
import { tracksOfComments } from './comment-track.ts';
import { PlayReplies } from './play-replies.tsx';
import { DeleteCommentDialog } from './delete-comment-dialog.tsx';
import { SendingComment } from './sending-comment.tsx';
import { threadsOptions } from './queries.ts';
import { useScrollToComment } from './use-scroll-to-comment.ts';
import { useLiveComments } from './use-live-comments.ts';
import { useSendingComments } from './use-send-comment.ts';

export interface CommentListProps {
  drop: CommentItemProps['drop'];
  /** The drop's comment count as its cards show it. A change means that others have commented or deleted. */
  commentCount: number;
  /**
   * Whether the list is part of a page, where a button fetches earlier threads. In a dialog, scrolling to
   * the top fetches them.
   */
  isInPage?: boolean;
  /** The id of the comment to which the address links: it is marked, and the list scrolls to it. */
  linkedId?: string | undefined;
  /** The open reply box. The box for another comment is hidden meanwhile, so that there is one at a time. */
  replying: Replying | undefined;
  onReplying: (replying: Replying | undefined) => void;
}

/** The threads on a drop, the latest at the bottom. */
export function CommentList(props: CommentListProps) {
  const { drop, commentCount, isInPage = false, linkedId, replying, onReplying } = props;
  const list = useInfiniteQuery(threadsOptions(useClient(), drop.id));
  const { data, isLoadingError, refetch } = list;
  const [deleting, setDeleting] = useState<Comment | Thread>();
  const box = useRef<HTMLDivElement>(null);

  const sending = useSendingComments(drop.id);
  const isSending = sending.length > 0;
  const arrived = useLiveComments(drop, { commentCount, data, isSending, refetch });

  useScrollToComment(box, linkedId, list);

  useEffect(() => {
    // Offline, the page's notice says so.
    if (isLoadingError && navigator.onLine)
      toast.error('Error', { description: 'Failed to load comments' });
  }, [isLoadingError]);

  const threads = useMemo(
    () => data?.pages.flatMap(({ items }) => items).toReversed() ?? [],
    [data],
  );
  const { id, title } = drop;
  const tracks = useMemo(
    () => tracksOfComments(threads.flatMap(commentsOf), { id, title }),
    [threads, id, title],
  );
  const getPlaylist = usePlaylist(`replies ${id}`, tracks);
  const spokenThreads = threads.filter((thread) => commentsOf(thread).some(({ clip }) => clip));
  const listedKeys = new Set(threads.flatMap(commentsOf).map(({ key }) => key));
  const unlisted = sending.filter(({ key }) => !listedKeys.has(key));
  const sendingThreads = unlisted.filter(({ replyTo }) => replyTo === undefined);

  const showEarlier = async () => {
    const { isFetchNextPageError } = await list.fetchNextPage();
    if (isFetchNextPageError) toast.error('Error', { description: 'Failed to load comments' });
  };

  return (
    <div ref={box} tabIndex={-1} className="mb-auto outline-none">
      {list.isPending && <CommentSkeletons />}
      {isLoadingError && <ListProblem query={list} failure="Failed to load comments" />}
      {data &&
        threads.length === 0 &&
        sendingThreads.length === 0 &&
        (isInPage ? (
          <p className="text-ink-soft">No comments yet. Be the first to say something.</p>
        ) : (
          <EmptyState title="No comments yet" description="Be the first to say something." />
        ))}
      {list.hasNextPage && !isInPage && (
        <ListStart
          label="Loading earlier comments..."
          failure="Failed to load comments"
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
          ahead={0}
        />
      )}
      {list.hasNextPage && isInPage && (
        <Button
          variant="quiet"
          pending={list.isFetchingNextPage}
          onClick={() => void showEarlier()}
          className="mb-2 -ml-4"
        >
          Show earlier comments
        </Button>
      )}
      {tracks.length > 1 && (
        <div className="mb-2">
          <PlayReplies getPlaylist={getPlaylist} />
        </div>
      )}
      <ul aria-label="Comments" className="space-y-5 pt-2 empty:hidden">
        {threads.map((thread) => (
          <CommentThread
            key={thread.id}
            thread={thread}
            drop={drop}
            getPlaylist={getPlaylist}
            isOneOfSeveral={spokenThreads.length > 1}
            linkedId={linkedId}
            sending={unlisted.filter(
              ({ replyTo }) => (replyTo?.parentId ?? replyTo?.id) === thread.id,
            )}
            replying={replying}
            onReplying={onReplying}
            onDelete={setDeleting}
          />
        ))}
        {sendingThreads.map((comment) => (
          <SendingComment key={comment.key} comment={comment} />
        ))}
      </ul>
      <output className="sr-only">
        {arrived > 0 && `${arrived} new ${arrived === 1 ? 'comment' : 'comments'}`}
      </output>
      {deleting && (
        <DeleteCommentDialog
          comment={deleting}
          drop={drop}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => box.current?.focus({ preventScroll: true })}
        />
      )}
    </div>
  );
}
