import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';

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
  /** The popup, a `lazyPopup`. */
  children: (menu: MenuState) => ReactNode;
}

/** A button that opens a menu whose entries bring code of their own. */
export function MenuButton({ renderTrigger, children }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  return (
    <>
      {renderTrigger({
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => setOpen(!open),
      })}
      {children({ open, onOpenChange: setOpen, anchor: button, labelledBy: id })}
    </>
  );
}
