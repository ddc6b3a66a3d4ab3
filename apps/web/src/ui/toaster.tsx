import { lazy, Suspense, useEffect, useState } from 'react';
import { ignore } from './code-is-missing.ts';
import { onFirstToast } from './toast.ts';
import { whenIdle } from './when-idle.ts';

const loadStack = () => import('./toast-stack.tsx');
const ToastStack = lazy(loadStack);

/** The place where toasts appear, once on the page. Its code is fetched when idle, or for the first toast. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    // Where it cannot be fetched, toasts wait for the next one to try again.
    const want = () => void loadStack().then(() => setWanted(true), ignore);
    const cancelIdle = whenIdle(want);
    const cancelFirst = onFirstToast(want);
    return () => {
      cancelIdle();
      cancelFirst();
    };
  }, []);
  // A dialog that opens hides everything outside of it from screen readers, except what says how
  // live it is. The toasts say so themselves, but may come later: until then this stands for them.
  return (
    <div aria-live="off">
      {wanted && (
        <Suspense>
          <ToastStack />
        </Suspense>
      )}
    </div>
  );
}
