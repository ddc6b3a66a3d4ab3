import { useSyncExternalStore } from 'react';
import { sleepTimerOf, type SleepChoice, type SleepState } from './sleep-timer.ts';
import { usePlayer } from './use-player.ts';

const CHOICES: readonly SleepChoice[] = ['off', 'end', 5, 15, 30, 60];

const LABELS = { off: 'Off', end: 'End of this drop' };

/** The choices of the sleep timer, as options of a menu or of a select. */
export const SLEEP_OPTIONS = CHOICES.map((choice) => ({
  value: String(choice),
  label: typeof choice === 'number' ? `${choice} minutes` : LABELS[choice],
}));

/** When playback stops, e.g. '12 min left', as its shortest form and the rest; undefined while the timer is off. */
export function sleepLabel({
  choice,
  minutesLeft,
}: SleepState): [short: string, rest: string] | undefined {
  if (choice === 'off') return undefined;
  return choice === 'end' ? ['End', ' of drop'] : [`${minutesLeft} min`, ' left'];
}

/** The sleep timer's state, with a function that chooses an option by its value. */
export function useSleepTimer() {
  const timer = sleepTimerOf(usePlayer());
  const state = useSyncExternalStore(timer.subscribe, timer.getState);
  const choose = (value: string) =>
    timer.set(CHOICES.find((choice) => String(choice) === value) ?? 'off');
  return { ...state, choose };
}
