import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { dropPageTitle } from '@undertone/domain/drop-page-title';
import { durationLabel } from '@undertone/domain/number-labels';
import { UNTITLED } from '@undertone/domain/title';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { cueMoment } from '#features/player/cue-moment.ts';
import type { Playlist } from '#features/player/track.ts';
import { usePlayer } from '#features/player/use-player.ts';
import { peopleKeys } from '#features/people/queries.ts';
import { useSession } from '#features/session/session-context.ts';
import { useClient } from '#lib/app.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { usePageMeta } from './use-page-meta.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { toast } from '#ui/toast.ts';
import type { OpenState } from '#features/drops/card/comment-button.tsx';
import { DropCard } from '#features/drops/card/drop-card.tsx';
import { commentedDrop } from '#features/drops/drop-cache.ts';
import { DropNotFound } from './drop-not-found.tsx';
import { DropSkeletons } from '#features/drops/card/drop-skeleton.tsx';
import { ANONYMOUS, type Drop } from '#features/drops/drop.ts';
import { JoinConversation } from './join-conversation.tsx';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { dropOptions, isMalformedId } from '#features/drops/queries.ts';
import { useDrop } from '#features/drops/use-drops.ts';
import { useGoBack } from '#features/drops/use-go-back.ts';
import { usePlaylist } from '#features/player/use-playlist.ts';
import { postedOn } from './posted-on.ts';

// The parts below the drop are fetched after it has been painted.
const CommentSection = lazyPart(() => import('#features/comments/comment-section.tsx'), {
  preload: 'idle',
});
const CardKeys = lazyPart(() => import('#features/drops/list/card-keys.tsx'), { preload: 'idle' });
const MoreDrops = lazyPart(() => import('./more-drops.tsx'), { preload: 'idle' });

/** Shown for an address without a valid id. */
export const ID_NOT_FOUND = 'Voice drop ID not found';

interface DropPageProps {
  id: string;
  /** The second in the drop to which the address leads. */
  moment: number | undefined;
  /** Whether the comments are open in a dialog. */
  comments: OpenState;
}

/** The page of a voice drop, for members and visitors. */
export function DropPage({ id, ...props }: DropPageProps) {
  const goBack = useGoBack();
  return (
    <>
      <Button variant="quiet" onClick={goBack} className="mb-3 -ml-4 px-4!">
        <ArrowLeft /> Back
      </Button>
      <DropById key={id} id={id} {...props} />
    </>
  );
}

function DropById({ id, ...props }: DropPageProps) {
  const client = useClient();
  const {
    data: found,
    error,
    isPending,
    isLoadingError,
    refetch,
  } = useQuery({
    ...dropOptions(client, id),
    // The live channel does not report that a drop was made private.
    refetchOnWindowFocus: true,
  });
  const drop = useDrop(id);
  const isLeaving = useWasRemovedHere(id, drop);
  const hasFailed = isLoadingError && !isMalformedId(error);

  useEffect(() => {
    // Offline, the page's notice says so.
    if (!hasFailed || !navigator.onLine) return;
    toast.error('Error', {
      description: 'Failed to load voice drop. It may have been deleted or made private.',
    });
  }, [hasFailed]);

  if (isPending || (isLeaving && !drop)) return <LoadingDrop />;
  if (isMalformedId(error)) return <DropNotFound reason={ID_NOT_FOUND} />;
  if (hasFailed && !navigator.onLine) return <UnreadDrop />;
  if (hasFailed) return <DropNotFound onTryAgain={() => void refetch()} />;
  if (!found || !drop) return <DropNotFound />;
  return <FoundDrop drop={drop} {...props} />;
}

/** Whether the drop was deleted, or its author blocked, on this page, which then navigates away. */
function useWasRemovedHere(id: string, drop: Drop | undefined): boolean {
  const [authorId, setAuthorId] = useState('');
  if (drop && drop.author.userId !== authorId) setAuthorId(drop.author.userId);
  const isDeleting = useIsMutating({ mutationKey: dropKeys.delete(id) }) > 0;
  const isBlocking = useIsMutating({ mutationKey: peopleKeys.block(authorId) }) > 0;
  const [wasRemoved, setWasRemoved] = useState(false);
  if ((isDeleting || isBlocking) && !wasRemoved) setWasRemoved(true);
  return wasRemoved;
}

function LoadingDrop() {
  useDocumentTitle('Voice Drop');
  return (
    <div className="drop-page-card">
      <DropSkeletons count={1} />
    </div>
  );
}

/** Shown without a network; the drop is read once there is one. */
function UnreadDrop() {
  useDocumentTitle('Voice Drop');
  return (
    <Card className="rounded-xl!">
      <EmptyState
        heading
        title="Not kept on this device"
        description="This voice drop is loaded when you are online."
      />
    </Card>
  );
}

function FoundDrop({ drop, moment, comments }: Omit<DropPageProps, 'id'> & { drop: Drop }) {
  const { status, user } = useSession();
  const queryClient = useQueryClient();
  const getPlaylist = usePlaylist(
    `drop ${drop.id}`,
    useMemo(() => [drop], [drop]),
  );
  useCuedMoment(drop, getPlaylist, moment);
  const author = `@${drop.author.username ?? ANONYMOUS}`;
  usePageMeta({
    title: dropPageTitle(drop.title === UNTITLED ? null : drop.title, drop.author.username),
    description: `Listen to a voice drop of ${durationLabel(drop.duration)} by ${author} on Undertone.`,
    url: `${location.origin}/voice-drop/${drop.id}`,
  });
  const isOwn = drop.author.userId === user?.id;
  // A page that opens with its comments in a dialog, as from a notification, does not show them twice.
  const [areCommentsOpen] = comments;
  const [hasSection, setHasSection] = useState(!areCommentsOpen);
  if (!areCommentsOpen && !hasSection) setHasSection(true);
  return (
    <div className="space-y-6">
      <h1 className="sr-only">Voice drop by {author}</h1>
      <div className="drop-page-card">
        <DropCard drop={drop} isOwn={isOwn} getPlaylist={getPlaylist} comments={comments} />
        <p data-posted-on={drop.createdAt} className="mt-2 px-4 text-sm text-ink-faint sm:px-6">
          {postedOn(drop.createdAt)}
        </p>
      </div>
      {(status === 'signed-out' || status === 'second-step') && <JoinConversation />}
      {hasSection && (
        <CommentSection drop={commentedDrop(queryClient, drop)} commentCount={drop.commentCount} />
      )}
      <CardKeys />
      <MoreDrops drop={drop} />
    </div>
  );
}

/** Cues the drop at the second to which the page's address leads, once it is known who listens. */
function useCuedMoment(drop: Drop, getPlaylist: () => Playlist, moment: number | undefined): void {
  const player = usePlayer();
  const listenerId = useSession().user?.id;
  const cue = useEffectEvent((seconds: number, listener: string | undefined) => {
    if (player.listener === listener) cueMoment(player, drop, getPlaylist(), seconds);
  });
  useEffect(() => {
    if (moment === undefined) return undefined;
    // After the effects of the player's provider: another listener empties the player.
    return afterPaint(() => cue(moment, listenerId));
  }, [moment, listenerId]);
}
