import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';

/** An entry that does something when it is chosen. */
export interface MenuAction {
  kind?: 'action';
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  /** Draws the entry as one that cannot be undone. */
  danger?: boolean;
  disabled?: boolean;
  /** Draws a hairline above the entry. */
  divided?: boolean;
}

/** A choice among several options; the current one is ticked. */
export interface MenuChoice {
  kind: 'choice';
  label: string;
  value: string;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** An entry that is on, and ticked, or off. A hairline is above it. */
export interface MenuToggle {
  kind: 'toggle';
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export type MenuEntry = MenuAction | MenuChoice | MenuToggle;

/** Props for the button that opens a menu. */
interface MenuTriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
}

/** Props that the popup of a menu takes from its button. */
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

/** A button that opens a menu whose code is fetched later. */
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
