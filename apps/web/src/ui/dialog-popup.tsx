import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';

type DialogShape = 'centre' | 'sheet' | 'drawer';

export interface DialogProps {
  open: boolean;
  /** Called with false when the dialog is closed from within; nothing within opens it. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  shape?: DialogShape;
  /** Shown below the scrolling body. */
  footer?: ReactNode;
  /** An `alertdialog` asks a question that must be answered: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** Returns the element that has the focus first, instead of the first one that may have it. */
  initialFocus?: () => HTMLElement | null;
  /** Classes of the window, e.g. for its size. */
  className?: string;
  /** Classes of the scrolling body. */
  bodyClassName?: string;
  children?: ReactNode;
}

const shapes: Record<DialogShape, string> = {
  centre:
    'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] -translate-1/2 rounded-xl low:overflow-y-auto ' +
    'data-starting-style:scale-98 data-ending-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0',
  sheet:
    'inset-x-0 bottom-0 max-h-[90dvh] rounded-t-xl pb-[env(safe-area-inset-bottom)] ' +
    'data-starting-style:translate-y-8 data-ending-style:translate-y-8 data-starting-style:opacity-0 data-ending-style:opacity-0 ' +
    'md:inset-auto md:top-1/2 md:left-1/2 md:w-[min(32rem,calc(100vw-2rem))] md:-translate-1/2 md:rounded-xl md:pb-0 ' +
    'md:data-starting-style:-translate-y-[48%] md:data-ending-style:-translate-y-[48%]',
  drawer:
    'inset-y-0 left-0 w-72 max-w-[85vw] rounded-r-xl data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
};

/** The open window of `Dialog`. */
export default function DialogPopup(props: DialogProps) {
  const { open, onOpenChange, title, description, footer, children } = props;
  const { shape = 'centre', role = 'dialog', initialFocus, className, bodyClassName } = props;
  return (
    <Dialog.Root
      open={open}
      onOpenChange={onOpenChange}
      disablePointerDismissal={role === 'alertdialog'}
    >
      <Dialog.Portal>
        <Dialog.Backdrop
          // Base UI omits the backdrop of a nested dialog; an alertdialog covers the dialog that opened it.
          forceRender={role === 'alertdialog'}
          className={clsx(
            'fixed inset-0 bg-veil transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0',
            role === 'alertdialog' ? 'z-50' : 'z-40',
          )}
        />
        <Dialog.Popup
          role={role}
          initialFocus={initialFocus}
          className={clsx(
            'fixed z-50 flex flex-col border border-line bg-paper-raised shadow-high outline-none',
            'transition-[opacity,scale,translate] duration-180 ease-out',
            shapes[shape],
            className,
          )}
        >
          <header className="flex items-start gap-4 px-6 pt-5 pb-3">
            <div className="grow pt-1">
              <Dialog.Title className="text-xl">{title}</Dialog.Title>
              {description && (
                <Dialog.Description dir="auto" className="mt-2 text-[0.9375rem] text-ink-soft">
                  {description}
                </Dialog.Description>
              )}
            </div>
            {role === 'dialog' && (
              <Dialog.Close
                render={
                  <IconButton label="Close" size="sm" className="-mr-2">
                    <X />
                  </IconButton>
                }
              />
            )}
          </header>
          <div
            className={clsx(
              'min-h-0 grow overflow-y-auto overscroll-contain px-6 pb-6 empty:hidden',
              // Title and buttons would leave it no room: the whole window scrolls.
              shape === 'centre' && 'low:shrink-0 low:overflow-visible',
              bodyClassName,
            )}
          >
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-3 px-6 pt-3 pb-6">{footer}</footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
