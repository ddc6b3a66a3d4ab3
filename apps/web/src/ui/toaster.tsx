import { useEffect } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { onFirstToast } from './toast.ts';

const ToastStack = lazyPart(() => import('./toast-stack.tsx'), { preload: 'idle' });

/** Shows the toasts; the page has one. The code of the stack is fetched when idle, or for the first toast. */
export function Toaster() {
  useEffect(() => onFirstToast(ToastStack.preload), []);
  // An open dialog hides everything outside of it from screen readers, except live regions. The stack
  // is one, but its code may arrive while a dialog is open, so this element is one from the start.
  return (
    <div aria-live="off">
      <ToastStack />
    </div>
  );
}
