import type { Player } from './player.ts';

/** How much of a track was listened to: at least half of it, or all of it up to its end. */
export type ListeningMilestone = 'half' | 'end';

/** The longest time between two `timeupdate` events during playback. A hidden page receives one a second. */
const STEP_MAX_SECONDS = 2;

/** The part of the end that may be missing, as a share of the track and as a minimum in seconds. */
const END_SHARE = 0.1;
const END_SECONDS = 0.5;

/**
 * Reports when half of a track, and when all of it, has been listened to: each once per turn. Skipped
 * parts do not count.
 *
 * @returns a function that stops the reports
 */
export function watchListeningMilestones(
  player: Player,
  onMilestone: (trackId: string, milestone: ListeningMilestone) => void,
): () => void {
  let { turn, position } = player.getState();
  let listenedSeconds = 0;
  let lastMilestone: ListeningMilestone | undefined;

  return player.subscribe(() => {
    const state = player.getState();
    const { track, duration, speed, status } = state;
    if (state.turn !== turn) {
      ({ turn, position } = state);
      listenedSeconds = 0;
      lastMilestone = undefined;
    }
    const step = state.position - position;
    ({ position } = state);
    if (!track || status !== 'playing' || step <= 0 || step > STEP_MAX_SECONDS * speed) return;
    listenedSeconds += step;
    if (lastMilestone === undefined && listenedSeconds >= duration / 2) {
      lastMilestone = 'half';
      onMilestone(track.id, lastMilestone);
    }
    const endTolerance = Math.max(END_SECONDS, END_SHARE * duration);
    if (lastMilestone === 'half' && listenedSeconds >= duration - endTolerance) {
      lastMilestone = 'end';
      onMilestone(track.id, lastMilestone);
    }
  });
}
