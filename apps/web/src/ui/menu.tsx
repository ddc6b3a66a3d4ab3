import { lazy, Suspense, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { useCode } from './use-code.ts';

const loadPopup = () => import('./menu-popup.tsx');
const MenuPopup = lazy(loadPopup);

/** What the button that opens a menu must carry. */
interface MenuTriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
}

/** What the popup of a menu has to know of its button. */
export interface MenuState {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLButtonElement | null>;
  labelledBy: string;
}

interface MenuButtonProps {
  /** The button: `renderTrigger={(props) => <IconButton {...props} label="More">…</IconButton>}`. */
  renderTrigger: (props: MenuTriggerProps) => ReactNode;
  /** Fetches the code of what `children` draws: called while the page is idle, and by the first press. */
  load: () => Promise<unknown>;
  /** The popup, lazily; drawn from the first press on. */
  children: (menu: MenuState) => ReactNode;
}

/** A button that opens a menu whose entries bring code of their own. */
export function MenuButton({ renderTrigger, load, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const [isThere, withCode] = useCode(load);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  return (
    <>
      {renderTrigger({
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => withCode(() => setOpen(!open)),
      })}
      {isThere && (
        <Suspense>
          {children({ open, onOpenChange: setOpen, anchor: button, labelledBy: id })}
        </Suspense>
      )}
    </>
  );
}

interface MenuProps extends Pick<MenuButtonProps, 'renderTrigger'> {
  entries: readonly MenuEntry[];
  /** A head above the entries, e.g. whose account it is. */
  header?: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom';
}

/**
 * A menu behind a button. The button is there at once; the menu's own code is
 * fetched while the page is idle.
 */
export function Menu({ renderTrigger, ...content }: MenuProps) {
  return (
    <MenuButton renderTrigger={renderTrigger} load={loadPopup}>
      {(menu) => <MenuPopup {...menu} {...content} />}
    </MenuButton>
  );
}
