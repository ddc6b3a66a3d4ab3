import type { Player } from './player.ts';
import { skippedSilence } from './silence/skipped-silence.ts';

/** How much of a track was listened to: at least half of it, or all of it up to its end. */
export type ListeningMilestone = 'half' | 'end';

/** The longest time between two `timeupdate` events during playback. A hidden page receives one a second. */
const STEP_MAX_SECONDS = 2;

/** The part of the end that may be missing, as a share of the track and as a minimum in seconds. */
const END_SHARE = 0.1;
const END_SECONDS = 0.5;

/**
 * Reports when half of a track, and when all of it, has been listened to: each once per turn. Skipped
 * parts do not count. Silence that the player skips itself is taken off the track's length, once.
 *
 * @param onMilestone `isShortened`: silence was skipped, so the milestone was reached sooner
 * @returns a function that stops the reports
 */
export function watchListeningMilestones(
  player: Player,
  onMilestone: (trackId: string, milestone: ListeningMilestone, isShortened: boolean) => void,
): () => void {
  const silence = skippedSilence(player);
  let { turn, position } = player.getState();
  let skippedBefore = silence.seconds;
  let listenedSeconds = 0;
  let silentSeconds = 0;
  /** Up to this position, skipped silence has been taken off the length. */
  let silentUntil = 0;
  let lastMilestone: ListeningMilestone | undefined;

  return player.subscribe(() => {
    const state = player.getState();
    const { track, duration, speed, status } = state;
    if (state.turn !== turn) {
      ({ turn, position } = state);
      listenedSeconds = 0;
      silentSeconds = 0;
      silentUntil = 0;
      lastMilestone = undefined;
    }
    const skipped = silence.seconds - skippedBefore;
    skippedBefore = silence.seconds;
    const step = state.position - position - skipped;
    ({ position } = state);
    if (skipped > 0) {
      silentSeconds += Math.max(0, position - Math.max(silentUntil, position - skipped));
      silentUntil = Math.max(silentUntil, position);
    }
    if (!track || status !== 'playing' || step <= 0 || step > STEP_MAX_SECONDS * speed) return;
    listenedSeconds += step;
    const length = duration - silentSeconds;
    if (lastMilestone === undefined && listenedSeconds >= length / 2) {
      lastMilestone = 'half';
      onMilestone(track.id, lastMilestone, silentSeconds > 0);
    }
    const endTolerance = Math.max(END_SECONDS, END_SHARE * length);
    if (lastMilestone === 'half' && listenedSeconds >= length - endTolerance) {
      lastMilestone = 'end';
      onMilestone(track.id, lastMilestone, silentSeconds > 0);
    }
  });
}
