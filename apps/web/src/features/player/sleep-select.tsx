import { Moon } from 'lucide-react';
import { SLEEP_OPTIONS, sleepLabel, useSleepTimer } from './sleep-choices.ts';

/** The sleep timer as a control for a finger. The phone's own list opens above the sheet, which hides the page's menus. */
export function SleepSelect() {
  const { choose, ...state } = useSleepTimer();
  return (
    <label className="relative flex min-h-11 items-center gap-2 rounded-full border border-line bg-paper-sunken px-4 text-sm font-medium text-ink-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink [&_svg]:size-4.5">
      <Moon aria-hidden="true" />
      <span aria-hidden="true">{sleepLabel(state)?.join('') ?? 'Sleep timer'}</span>
      <select
        aria-label="Sleep timer"
        value={String(state.choice)}
        onChange={({ target }) => choose(target.value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full opacity-0"
      >
        {SLEEP_OPTIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
