import { TrackActions } from '#features/drops/card/track-actions.tsx';
import PlayerBar from '#features/player/player-bar.tsx';

/** The player's bar, whose sheet offers what can be done with the drop that is played. */
export default function PlayerBarWithActions() {
  return <PlayerBar TrackActions={TrackActions} />;
}
