import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { sayCodeIsMissing } from './code-is-missing.ts';
import type { DialogProps } from './dialog-popup.tsx';
import { usePreload } from './use-code.ts';

let isLoaded = false;
const loadPopup = async () => {
  const popup = await import('./dialog-popup.tsx');
  isLoaded = true;
  return popup;
};
const DialogPopup = lazy(loadPopup);

/**
 * A window over the page: focus stays in it, Escape closes it. Its code is
 * fetched while the page is idle, or when it first opens.
 *
 * `shape`: `centre`, `sheet` (from the foot on a narrow screen, centred on a
 * wide one) or `drawer` (from the left edge).
 */
export function Dialog(props: DialogProps) {
  const { open } = props;
  const [opened, setOpened] = useState(open && isLoaded);
  const close = useEffectEvent(() => props.onOpenChange(false));

  usePreload(loadPopup);

  useEffect(() => {
    if (!open || opened) return undefined;
    let isWanted = true;
    const load = async () => {
      try {
        await loadPopup();
        if (isWanted) setOpened(true);
      } catch (cause) {
        sayCodeIsMissing(cause);
        if (isWanted) close();
      }
    };
    void load();
    return () => {
      isWanted = false;
    };
  }, [open, opened]);

  if (!opened) return null;
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}
