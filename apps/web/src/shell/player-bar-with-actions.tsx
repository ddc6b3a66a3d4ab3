import { TrackActions } from '#features/drops/card/track-actions.tsx';
import PlayerBar from '#features/player/player-bar.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const NextDrops = lazyPart(() => import('#features/drops/next/next-drops.tsx'));

/** The player's bar, with what can be done with the drop that is played, and what could be played after it. */
export default function PlayerBarWithActions() {
  return <PlayerBar parts={{ TrackActions, Suggestions: NextDrops }} />;
}
