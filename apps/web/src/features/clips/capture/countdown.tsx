import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';

/** How many last seconds before the limit are counted down. */
const COUNTDOWN_SECONDS = 10;

/** Counts down the last seconds of a recording. Screen readers are notified by the recorder instead. */
export function Countdown({ seconds }: { seconds: number }) {
  const secondsLeft = RECORDING_MAX_SECONDS - seconds;
  if (secondsLeft > COUNTDOWN_SECONDS) return null;
  return (
    <span aria-hidden="true" className="font-display text-3xl leading-none tabular-nums">
      {secondsLeft}
    </span>
  );
}
