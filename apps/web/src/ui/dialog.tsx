import { lazy, Suspense, useEffect, useState } from 'react';
import type { DialogProps } from './dialog-popup.tsx';
import { whenIdle } from './when-idle.ts';

const loadPopup = () => import('./dialog-popup.tsx');
const DialogPopup = lazy(loadPopup);

/**
 * A window over the page: focus stays in it, Escape closes it. Its code is
 * fetched while the page is idle, or when it first opens.
 *
 * `shape`: `centre`, `sheet` (from the foot on a narrow screen, centred on a
 * wide one) or `drawer` (from the left edge).
 */
export function Dialog(props: DialogProps) {
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);

  useEffect(() => whenIdle(() => void loadPopup()), []);

  if (!opened) return null;
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}
