import type { Pause } from '@undertone/voice/find-pauses';
import { logFailure } from '#lib/log.ts';
import type { Player } from '#features/player/player.ts';
import type { Track } from '#features/player/track.ts';
import { skippedSilence } from './skipped-silence.ts';

/** What is left at each end of a pause, in seconds. */
const LEFT_SECONDS = 0.15;

/** The shortest jump, in seconds: browsers may seek to a position a little before the requested one. */
const JUMP_MIN_SECONDS = 0.1;

/** The shortest wait of a timer, in milliseconds. */
const TIMER_MIN_MS = 1;

/** Finds the pauses of the track that an audio element has open. */
type ReadPauses = (track: Track, audio: HTMLAudioElement, player: Player) => Promise<Pause[]>;

/**
 * Shortens the pauses of a player's tracks to 0.3 s. A timer runs until the next pause; the progress of the audio,
 * a few times a second, sets it again and takes its place where the browser delays it. The pauses of a track are
 * read once it is audible and its audio has arrived.
 *
 * @returns a function that stops this
 */
export function skipSilence(player: Player, readPauses: ReadPauses): () => void {
  const skipped = skippedSilence(player);
  let turn: number | undefined;
  let pauses: readonly Pause[] = [];
  let timeout: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const read = async (track: Track, audio: HTMLAudioElement, turnOfTrack: number) => {
    turn = turnOfTrack;
    pauses = [];
    try {
      const found = await readPauses(track, audio, player);
      if (isStopped || turn !== turnOfTrack) return;
      pauses = found;
      skipAt(audio.currentTime);
    } catch (cause) {
      logFailure('The pauses of the audio could not be found.', cause);
    }
  };

  /** Skips the silence at a position, or waits for the next pause. */
  const skipAt = (position: number) => {
    clearTimeout(timeout);
    const { audio } = player;
    const { track, status, waiting, duration, speed, turn: current } = player.getState();
    if (!audio || !track || status !== 'playing' || waiting) return;
    if (turn !== current) {
      if (hasArrived(audio)) void read(track, audio, current);
      return;
    }
    // The decoder may find more samples at the end than the element plays.
    const endOf = ({ end }: Pause) => Math.min(end, duration) - LEFT_SECONDS;
    const next = pauses.find((pause) => endOf(pause) > position + JUMP_MIN_SECONDS);
    if (!next) return;
    const wait = ((next.start + LEFT_SECONDS - position) / speed) * 1000;
    if (wait >= TIMER_MIN_MS) {
      timeout = setTimeout(() => skipAt(audio.currentTime), wait);
    } else {
      skipped.seconds += endOf(next) - position;
      player.seekTo(endOf(next));
    }
  };

  const unsubscribe = player.subscribe(() => skipAt(player.getState().position));
  skipAt(player.getState().position);
  return () => {
    isStopped = true;
    unsubscribe();
    clearTimeout(timeout);
  };
}

/** Whether the element requests no more audio at present, because it has all or enough of it. */
function hasArrived({ networkState, buffered, duration }: HTMLAudioElement): boolean {
  if (networkState === HTMLMediaElement.NETWORK_IDLE) return true;
  return buffered.length > 0 && buffered.end(buffered.length - 1) >= duration;
}
