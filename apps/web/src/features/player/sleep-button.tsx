import { Moon } from 'lucide-react';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { barButtonClass } from './bar-button-class.ts';
import { sleepLabel, useSleepTimer } from './sleep-choices.ts';

const SleepMenu = lazyPopup(() => import('./sleep-menu.tsx'));

/** Shows when playback stops, and opens the menu of the sleep timer. */
export function SleepButton() {
  const label = sleepLabel(useSleepTimer());
  return (
    <MenuButton
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={label ? `Sleep timer, ${label.join('')}` : 'Sleep timer'}
          data-tooltip="Sleep timer"
          className={barButtonClass}
        >
          <Moon fill={label ? 'currentColor' : 'none'} />
          {label && (
            <span className="@max-3xl:hidden">
              {label[0]}
              <span className="@max-4xl:hidden">{label[1]}</span>
            </span>
          )}
        </button>
      )}
    >
      {(menu) => <SleepMenu {...menu} />}
    </MenuButton>
  );
}
