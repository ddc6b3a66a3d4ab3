import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Share2 } from 'lucide-react';
import { SHARE_MOMENT, useShareMoment } from '#features/player/use-share-moment.ts';
import { useClient } from '#lib/app.ts';
import { dropStore } from '#features/drops/drop-cache.ts';
import { dropOptions } from '#features/drops/queries.ts';
import { useDrop } from '#features/drops/use-drops.ts';
import { CardAction } from './card-action.tsx';
import { CommentButton } from './comment-button.tsx';
import { BookmarkButton, LikeButton } from './reaction-buttons.tsx';

interface TrackActionsProps {
  trackId: string;
  /** Leaves out bookmark and share, and takes no more room than needed. */
  compact?: boolean;
}

/** Like, comments, bookmark and share of the drop that is played. */
export function TrackActions({ trackId, compact = false }: TrackActionsProps) {
  const client = useClient();
  const queryClient = useQueryClient();
  useQuery({
    ...dropOptions(client, trackId),
    initialData: () => dropStore(queryClient).get(trackId)?.id,
  });
  const drop = useDrop(trackId);
  const shareMoment = useShareMoment();
  return (
    <div
      className={clsx('flex h-11 items-center', !compact && 'justify-around *:h-11! *:min-w-16!')}
    >
      {drop && (
        <>
          <LikeButton drop={drop} />
          <CommentButton drop={drop} />
          {!compact && (
            <>
              <BookmarkButton drop={drop} />
              <CardAction
                label={`${SHARE_MOMENT} of ${drop.title}`}
                tooltip=""
                onClick={shareMoment}
              >
                <Share2 />
              </CardAction>
            </>
          )}
        </>
      )}
    </div>
  );
}
