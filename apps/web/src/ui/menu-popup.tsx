import { Menu } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId, type FocusEvent, type ReactNode } from 'react';
import type { MenuAction, MenuChoice, MenuEntry, MenuState, MenuToggle } from './menu.tsx';
import { popupClass } from './popup-class.ts';

interface MenuPopupProps extends MenuState {
  entries: readonly MenuEntry[];
  header?: ReactNode;
}

const itemClass =
  'flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-sm px-3 py-2 text-[0.9375rem] outline-none select-none ' +
  'data-highlighted:bg-paper-hover data-disabled:cursor-not-allowed data-disabled:opacity-45 [&_svg]:size-4.5 [&_svg]:shrink-0';

/** The open menu of `MenuButton`. */
export default function MenuPopup(props: MenuPopupProps) {
  const { open, onOpenChange, anchor, labelledBy, entries, header } = props;
  const headerId = useId();
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange}>
      {/* In `main`: all content belongs in a landmark. */}
      <Menu.Portal container={document.querySelector('main') ?? undefined}>
        <Menu.Positioner
          anchor={anchor}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 outline-none"
        >
          <Menu.Popup
            aria-labelledby={labelledBy}
            aria-describedby={header ? headerId : undefined}
            // An entry may have opened a dialog, which then has the focus.
            finalFocus={() => (document.querySelector('[role$=dialog]') ? false : anchor.current)}
            onFocus={enterByKeyboard}
            className={clsx(
              popupClass,
              'max-h-(--available-height) max-w-(--available-width) min-w-52 overflow-y-auto rounded-lg p-1.5',
            )}
          >
            {header && (
              <div
                id={headerId}
                className="mb-1.5 border-b border-line px-3 pt-2 pb-3 wrap-anywhere"
              >
                {header}
              </div>
            )}
            {entries.map((entry) => (
              <Entry key={entry.label} entry={entry} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Focuses the first entry when the menu was opened by the keyboard. */
function enterByKeyboard({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  if (target !== currentTarget || !currentTarget.matches(':focus-visible')) return;
  currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'choice') return <Choice choice={entry} />;
  if (entry.kind === 'toggle') return <Toggle toggle={entry} />;
  return <Item action={entry} />;
}

function Item({ action }: { action: MenuAction }) {
  return (
    <>
      {action.divided && <Divider />}
      <Menu.Item
        disabled={action.disabled ?? false}
        onClick={action.onSelect}
        className={clsx(itemClass, action.danger === true ? 'text-danger' : 'text-ink')}
      >
        {action.icon}
        {action.label}
      </Menu.Item>
    </>
  );
}

function Divider() {
  return <Menu.Separator className="mx-3 my-1.5 h-px bg-line" />;
}

function Toggle({
  toggle: { label, checked, disabled = false, onChange },
}: {
  toggle: MenuToggle;
}) {
  return (
    <>
      <Divider />
      <Menu.CheckboxItem
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        closeOnClick
        className={itemClass}
      >
        {label}
        <Menu.CheckboxItemIndicator className="ml-auto">
          <Check />
        </Menu.CheckboxItemIndicator>
      </Menu.CheckboxItem>
    </>
  );
}

function Choice({ choice }: { choice: MenuChoice }) {
  return (
    <Menu.RadioGroup
      value={choice.value}
      onValueChange={choice.onChange}
      disabled={choice.disabled ?? false}
    >
      <Menu.GroupLabel className="px-3 pt-1.5 pb-1 text-xs font-medium text-ink-faint">
        {choice.label}
      </Menu.GroupLabel>
      {choice.options.map((option) => (
        <Menu.RadioItem key={option.value} value={option.value} closeOnClick className={itemClass}>
          {option.icon}
          {option.label}
          <Menu.RadioItemIndicator className="ml-auto">
            <Check />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
