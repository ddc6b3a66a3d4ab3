import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { whenIdle } from './when-idle.ts';

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

interface MenuProps {
  /** The button: `renderTrigger={(props) => <IconButton {...props} label="More">…</IconButton>}`. */
  renderTrigger: (props: MenuTriggerProps) => ReactNode;
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
export function Menu({
  renderTrigger,
  entries,
  header,
  align = 'end',
  side = 'bottom',
}: MenuProps) {
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => whenIdle(() => void loadPopup()), []);

  return (
    <>
      {renderTrigger({
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => {
          setNeeded(true);
          setOpen(!open);
        },
      })}
      {needed && (
        <Suspense>
          <MenuPopup
            open={open}
            onOpenChange={setOpen}
            anchor={button}
            labelledBy={id}
            entries={entries}
            header={header}
            align={align}
            side={side}
          />
        </Suspense>
      )}
    </>
  );
}
