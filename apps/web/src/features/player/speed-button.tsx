import { lazyPopup } from '#ui/lazy-part.tsx';
import { MenuButton } from '#ui/menu.tsx';
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
          className="h-10 min-w-13 shrink-0 rounded-full px-2 text-sm font-medium text-ink-soft tabular-nums transition-[background-color,color,scale] select-none hover:bg-paper-hover hover:text-ink active:scale-[0.96]"
        >
          {label}
        </button>
      )}
    >
      {(menu) => <SpeedMenu {...menu} />}
    </MenuButton>
  );
}
