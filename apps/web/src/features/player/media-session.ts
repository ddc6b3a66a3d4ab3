import { logFailure } from '#lib/log.ts';
import { neighbour } from './player-reducer.ts';
import type { Player } from './player.ts';

/** Step of the system's seek buttons when the event names none. */
const SEEK_SECONDS = 10;

/** What the system's controls show beside the title. */
const ARTWORK: readonly MediaImage[] = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
];

/**
 * Shows the current track on the system's controls (lock screen, headset, media keys), and obeys them.
 *
 * @returns a function that clears the controls
 */
export function bindMediaSession(player: Player): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  const session = navigator.mediaSession;
  let shown = '';

  const showTrack = () => {
    const { track, turn } = player.getState();
    const current = track ? `${turn} ${track.id}` : '';
    if (current === shown) return;
    shown = current;
    session.metadata = track
      ? new MediaMetadata({
          title: track.title,
          artist: track.username ?? 'Anonymous',
          album: 'Undertone',
          artwork: [...ARTWORK],
        })
      : null;
  };

  const always: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => player.resume()],
    ['pause', () => player.pause()],
    ['stop', () => player.stop()],
    ['seekto', ({ seekTime }) => seekTime !== undefined && player.seekTo(seekTime)],
  ];
  for (const [action, handler] of always) setAction(session, action, handler);

  const previous = () => player.skip(-1);
  const next = () => player.skip(1);
  const back: MediaSessionActionHandler = ({ seekOffset }) =>
    player.seekBy(-(seekOffset ?? SEEK_SECONDS));
  const forward: MediaSessionActionHandler = ({ seekOffset }) =>
    player.seekBy(seekOffset ?? SEEK_SECONDS);
  let offered = '';

  /** iPhones show the buttons that seek in place of those that skip, so they are offered where nothing can be skipped. */
  const offerSkipping = () => {
    const state = player.getState();
    const [hasPrevious, hasNext] = [neighbour(state, -1), neighbour(state, 1)].map(Boolean);
    const offer = `${hasPrevious} ${hasNext}`;
    if (offer === offered) return;
    offered = offer;
    const seeks = !hasPrevious && !hasNext;
    setAction(session, 'previoustrack', hasPrevious ? previous : null);
    setAction(session, 'nexttrack', hasNext ? next : null);
    setAction(session, 'seekbackward', seeks ? back : null);
    setAction(session, 'seekforward', seeks ? forward : null);
  };

  const show = () => {
    session.playbackState = player.getState().status;
    showTrack();
    offerSkipping();
    showPosition(session, player);
  };
  const unsubscribe = player.subscribe(show);
  show();
  return () => {
    unsubscribe();
    const skipping = ['previoustrack', 'nexttrack', 'seekbackward', 'seekforward'] as const;
    for (const action of [...always.map(([each]) => each), ...skipping]) {
      setAction(session, action, null);
    }
    session.metadata = null;
    session.playbackState = 'none';
  };
}

/** Shows position, duration and speed. Browsers throw for what they take for impossible. */
function showPosition(session: MediaSession, player: Player): void {
  const { track, position, duration, speed } = player.getState();
  if (!track || !Number.isFinite(duration) || duration <= 0) return;
  try {
    session.setPositionState({
      duration,
      position: Number.isFinite(position) ? Math.min(Math.max(0, position), duration) : 0,
      playbackRate: speed,
    });
  } catch (cause) {
    logFailure('The position could not be shown by the system.', cause);
  }
}

/** Sets the handler of an action, or removes it; ignored by a browser that does not know the action. */
function setAction(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The browser does not know the action.
  }
}
