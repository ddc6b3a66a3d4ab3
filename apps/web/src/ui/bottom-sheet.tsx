import { Drawer } from '@base-ui/react/drawer';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useBackToClose } from './use-back-to-close.ts';

interface BottomSheetProps {
  open: boolean;
  /** Called with false when the sheet is closed from within; nothing within opens it. */
  onOpenChange: (open: boolean) => void;
  /** The sheet's name for screen readers. */
  title: string;
  /** Classes of the sheet. */
  className?: string;
  children: ReactNode;
}

/**
 * A modal sheet at the bottom edge of a narrow screen. A swipe down, Escape, the back button, a press
 * above it and its own button close it.
 */
export function BottomSheet({ open, onOpenChange, title, className, children }: BottomSheetProps) {
  useBackToClose(open, () => onOpenChange(false));
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange}>
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-veil opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-50 flex items-end">
          <Drawer.Popup
            className={clsx(
              'flex max-h-[94dvh] w-full flex-col rounded-t-xl border-t border-line bg-paper-raised shadow-high outline-none',
              'transform-[translateY(var(--drawer-swipe-movement-y,0px))] transition-transform duration-180 ease-out data-swiping:duration-0',
              'data-ending-style:transform-[translateY(100%)] data-starting-style:transform-[translateY(100%)]',
              className,
            )}
          >
            <Drawer.Title className="sr-only">{title}</Drawer.Title>
            <header className="relative flex shrink-0 items-center px-3 pt-2">
              <span
                aria-hidden="true"
                className="absolute top-2.5 left-1/2 h-1 w-10 -translate-x-1/2 rounded-full bg-line-strong"
              />
              <Drawer.Close
                render={
                  <IconButton label="Close" tooltip="" className="mt-1">
                    <ChevronDown />
                  </IconButton>
                }
              />
            </header>
            <div className="min-h-0 overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]">
              {children}
            </div>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
