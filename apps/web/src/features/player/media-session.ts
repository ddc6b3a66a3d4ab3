import { logFailure } from '#lib/log.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { sleeveImage } from '#ui/sleeve-image.ts';
import { adjacentTrack } from './player-reducer.ts';
import type { Player } from './player.ts';
import { SEEK_STEP } from './seek-step.ts';
import { clipOf, type Track } from './track.ts';

/** The sides of the images that the system's controls show beside the title, pixels. */
const ARTWORK_SIZES = [96, 192, 512];

/**
 * Shows the current track on the system's controls (lock screen, headset, media keys), and handles their actions.
 *
 * @returns a function that clears the controls
 */
export function bindMediaSession(player: Player): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  const session = navigator.mediaSession;
  let shown = '';
  let cancelArtwork = () => {};

  const showTrack = () => {
    const { track, turn } = player.getState();
    const current = track ? `${turn} ${track.id}` : '';
    if (current === shown) return;
    shown = current;
    cancelArtwork();
    if (!track) {
      session.metadata = null;
      return;
    }
    const metadata = new MediaMetadata({
      title: track.title,
      artist: track.author.username ?? 'Anonymous',
      album: 'Undertone',
    });
    session.metadata = metadata;
    // Drawing takes the processor time in which the sound begins.
    cancelArtwork = whenIdle(() => {
      metadata.artwork = artworkOf(track);
    });
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
    player.seekBy(-(seekOffset ?? SEEK_STEP));
  const forward: MediaSessionActionHandler = ({ seekOffset }) =>
    player.seekBy(seekOffset ?? SEEK_STEP);
  let offered = '';

  /** Offers seek buttons only when no track can be skipped to: iPhones show them in place of the skip buttons. */
  const offerSkipping = () => {
    const state = player.getState();
    const [hasPrevious, hasNext] = [adjacentTrack(state, -1), adjacentTrack(state, 1)].map(Boolean);
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
    cancelArtwork();
    const skipping = ['previoustrack', 'nexttrack', 'seekbackward', 'seekforward'] as const;
    for (const action of [...always.map(([each]) => each), ...skipping]) {
      setAction(session, action, null);
    }
    session.metadata = null;
    session.playbackState = 'none';
  };
}

/** The sleeve of a track, in the sizes of which the system chooses one. */
function artworkOf(track: Track): MediaImage[] {
  const clip = clipOf(track);
  return ARTWORK_SIZES.flatMap((size) => {
    const src = sleeveImage(clip, size);
    return src === undefined ? [] : [{ src, sizes: `${size}x${size}`, type: 'image/png' }];
  });
}

/** Shows position, duration and speed. Browsers throw for values they consider impossible. */
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
    logFailure("The system's controls could not show the position.", cause);
  }
}

/** Sets or removes the handler of an action. Browsers throw for an action that they do not support. */
function setAction(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // The browser does not support the action.
  }
}
