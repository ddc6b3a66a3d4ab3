import { memo, useId } from 'react';
import type { Playlist } from '#features/player/track.ts';
import { DropActions } from './drop-actions.tsx';
import { DropAuthor } from './drop-author.tsx';
import type { OpenState } from './comment-button.tsx';
import { TrackPlayback } from '#features/player/track-playback.tsx';
import { DropTitle } from './drop-title.tsx';
import type { Drop } from '#features/drops/drop.ts';

interface DropCardProps {
  drop: Drop;
  /** Whether the viewer posted it. */
  isOwn: boolean;
  /** Returns the playlist of which the drop is a part. Must be the same function on every render. */
  getPlaylist: () => Playlist;
  /** Whether the comments are open, if the page's address controls that. */
  comments?: OpenState;
  /** The card's place in its feed, from 1 on, and the number of cards in it; -1 while that is not known. */
  place?: number;
  count?: number;
  /** The level of the title's heading, `h2` unless the list has one of its own. */
  level?: 'h2' | 'h3';
}

/** A voice drop. The keys j and k focus the card itself. Only its playback rerenders with the player. */
export const DropCard = memo(function DropCard(props: DropCardProps) {
  const { drop, isOwn, getPlaylist, comments, place, count, level } = props;
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      aria-posinset={place}
      aria-setsize={count}
      tabIndex={-1}
      className="drop-card"
    >
      <DropAuthor drop={drop} />
      <DropTitle drop={drop} id={titleId} level={level} />
      <TrackPlayback track={drop} getPlaylist={getPlaylist} />
      <DropActions drop={drop} isOwn={isOwn} comments={comments} />
    </article>
  );
});
