import type { Player } from './player.ts';

/** Step of the system's seek buttons when the event names none. */
const SEEK_SECONDS = 10;

/**
 * Shows the current track on the system's controls (lock screen, headset, media keys), and obeys them.
 *
 * @returns a function that clears the controls
 */
export function bindMediaSession(player: Player): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  const session = navigator.mediaSession;
  let shownTurn = -1;

  const show = () => {
    const { track, status, turn, position, duration } = player.getState();
    session.playbackState = status;
    if (!track) {
      session.metadata = null;
      shownTurn = -1;
      return;
    }
    if (turn !== shownTurn) {
      shownTurn = turn;
      session.metadata = new MediaMetadata({
        title: track.title,
        artist: track.username ?? 'Anonymous',
        album: 'Undertone',
      });
    }
    if (duration > 0) session.setPositionState({ duration, position, playbackRate: 1 });
  };

  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => player.resume()],
    ['pause', () => player.pause()],
    ['stop', () => player.stop()],
    ['previoustrack', () => player.skip(-1)],
    ['nexttrack', () => player.skip(1)],
    ['seekbackward', ({ seekOffset }) => player.seekBy(-(seekOffset ?? SEEK_SECONDS))],
    ['seekforward', ({ seekOffset }) => player.seekBy(seekOffset ?? SEEK_SECONDS)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime)],
  ];
  const known = actions.filter(([action, handler]) => setAction(session, action, handler));

  const unsubscribe = player.subscribe(show);
  show();
  return () => {
    unsubscribe();
    for (const [action] of known) setAction(session, action, null);
    session.metadata = null;
    session.playbackState = 'none';
  };
}

/** @returns false for an action that this browser does not support */
function setAction(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): boolean {
  try {
    session.setActionHandler(action, handler);
    return true;
  } catch {
    return false;
  }
}
