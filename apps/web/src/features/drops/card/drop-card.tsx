import { memo, useId } from 'react';
import type { Playlist } from '#features/player/track.ts';
import { DropActions } from './drop-actions.tsx';
import { DropAuthor } from './drop-author.tsx';
import { DropHashtags } from './drop-hashtags.tsx';
import { DropMenu } from '#features/drops/menu/drop-menu.tsx';
import { DropPlayback } from './drop-playback.tsx';
import type { Drop } from '#features/drops/drop.ts';

interface DropCardProps {
  drop: Drop;
  /** Whether the viewer posted it. */
  isOwn: boolean;
  /** Returns the playlist of which the drop is a part. Must be the same function on every render. */
  getPlaylist: () => Playlist;
  /** Whether the comments are open at first, as after following a notification. */
  commentsOpen?: boolean;
}

/** A voice drop in a list. Of its parts, only the playback rerenders with the player. */
export const DropCard = memo(function DropCard(props: DropCardProps) {
  const { drop, isOwn, getPlaylist, commentsOpen = false } = props;
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className="relative isolate rounded-xl border border-line bg-paper-raised px-5 pt-5 pb-3 transition-[border-color] before:absolute before:inset-0 before:-z-10 before:rounded-[inherit] before:bg-[radial-gradient(90%_75%_at_50%_100%,var(--voice-wash),transparent)] before:opacity-0 before:transition-opacity before:duration-180 has-[[data-current]]:border-voice has-[[data-current]]:before:opacity-100 sm:px-7 sm:pt-6 sm:pb-4"
    >
      <header className="flex items-start gap-2">
        <DropAuthor drop={drop} />
        <DropMenu drop={drop} isOwn={isOwn} />
      </header>
      <h2 id={titleId} className="mt-4 mb-4 text-title wrap-anywhere sm:text-2xl">
        {drop.title}
      </h2>
      <DropPlayback drop={drop} getPlaylist={getPlaylist} />
      {drop.hashtags.length > 0 && (
        <div className="mt-4">
          <DropHashtags hashtags={drop.hashtags} />
        </div>
      )}
      <DropActions drop={drop} isOwn={isOwn} commentsOpen={commentsOpen} />
    </article>
  );
});
