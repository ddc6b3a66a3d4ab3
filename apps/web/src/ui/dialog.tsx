import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { sayCodeIsMissing } from './code-is-missing.ts';
import type { DialogProps as PopupProps } from './dialog-popup.tsx';
import { usePreload } from './use-code.ts';

let isLoaded = false;
const loadPopup = async () => {
  const popup = await import('./dialog-popup.tsx');
  isLoaded = true;
  return popup;
};
const DialogPopup = lazy(loadPopup);

interface DialogProps extends PopupProps {
  /** Fetches the code of what is in it, where that is lazy: it opens once this has come. */
  load?: () => Promise<unknown>;
}

/**
 * A window over the page: focus stays in it, Escape closes it. Its code is
 * fetched while the page is idle, or when it first opens. Where it does not come,
 * a toast says so and the dialog stays closed: opening it again tries again.
 *
 * `shape`: `centre`, `sheet` (from the foot on a narrow screen, centred on a
 * wide one) or `drawer` (from the left edge).
 */
export function Dialog({ load: loadContent, ...props }: DialogProps) {
  const { open } = props;
  const [opened, setOpened] = useState(open && isLoaded && !loadContent);
  const close = useEffectEvent(() => props.onOpenChange(false));

  usePreload(loadPopup);

  useEffect(() => {
    if (!open || opened) return undefined;
    let isWanted = true;
    const load = async () => {
      try {
        await Promise.all([loadPopup(), loadContent?.()]);
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
  }, [open, opened, loadContent]);

  if (!opened) return null;
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}
