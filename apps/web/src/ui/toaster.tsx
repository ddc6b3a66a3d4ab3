import { useEffect } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { onFirstToast } from './toast.ts';

const ToastStack = lazyPart(() => import('./toast-stack.tsx'), { preload: 'idle' });

/** The place where toasts appear, once on the page. Its code is fetched when idle, or for the first toast. */
export function Toaster() {
  useEffect(() => onFirstToast(ToastStack.preload), []);
  // A dialog that opens hides everything outside of it from screen readers, except what says how
  // live it is. The toasts say so themselves, but may come later: until then this stands for them.
  return (
    <div aria-live="off">
      <ToastStack />
    </div>
  );
}
