import { clsx } from 'clsx';
import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
import { barButtonClass } from './bar-button-class.ts';
import { speedLabel } from './speed.ts';
import { usePlayerState } from './use-player.ts';

const SpeedMenu = lazyPopup(() => import('./speed-menu.tsx'));

/** Shows the speed, and opens the menu of speeds. */
export function SpeedButton() {
  const label = speedLabel(usePlayerState(({ speed }) => speed));
  return (
    <MenuButton
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={`Speed, ${label}`}
          data-tooltip="Speed"
          className={clsx(barButtonClass, 'min-w-13')}
        >
          {label}
        </button>
      )}
    >
      {(menu) => <SpeedMenu {...menu} />}
    </MenuButton>
  );
}
