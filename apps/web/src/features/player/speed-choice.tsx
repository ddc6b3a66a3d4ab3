import { clsx } from 'clsx';
import { useId } from 'react';
import { speedLabel, SPEEDS } from './speed.ts';
import { usePlayer, usePlayerState } from './use-player.ts';

/** All speeds side by side, each large enough for a finger. */
export function SpeedChoice() {
  const player = usePlayer();
  const chosen = usePlayerState(({ speed }) => speed);
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">Speed</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))] rounded-full border border-line bg-paper-sunken p-0.5">
        {SPEEDS.map((speed) => (
          <label
            key={speed}
            className={clsx(
              'relative grid h-11 cursor-pointer place-items-center rounded-full text-sm font-medium tabular-nums transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ink',
              speed === chosen
                ? 'bg-paper-raised text-ink shadow-low'
                : 'text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={speed}
              checked={speed === chosen}
              onChange={() => player.setSpeed(speed)}
              className="sr-only"
            />
            {speedLabel(speed)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
