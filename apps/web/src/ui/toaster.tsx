import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast.ts';
import { whenIdle } from './when-idle.ts';

const ToastStack = lazy(() => import('./toast-stack.tsx'));

/** The place where toasts appear, once on the page. Its code is fetched when idle, or for the first toast. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const cancelIdle = whenIdle(want);
    const cancelFirst = onFirstToast(want);
    return () => {
      cancelIdle();
      cancelFirst();
    };
  }, []);
  return wanted ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null;
}
