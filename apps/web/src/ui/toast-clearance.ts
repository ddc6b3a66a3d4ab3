/** How high the lowest part of the window is in which toasts stand, and which nothing has to leave free, in CSS pixels. */
const TOAST_ZONE = 96;

type Edges = Pick<DOMRect, 'top' | 'bottom'>;

/**
 * How high toasts stand above the bottom of the window so that they cover no buttons of an open dialog, in CSS pixels:
 * above the dialog where there is room, otherwise above its footer. 0 for a dialog that does not reach so low.
 *
 * @param footer the dialog's buttons; undefined where it has none, or scrolls as a whole
 */
export function toastClearance(height: number, dialog: Edges, footer: Edges | undefined): number {
  if (dialog.bottom <= height - TOAST_ZONE) return 0;
  if (dialog.top >= TOAST_ZONE) return height - dialog.top;
  return footer && footer.bottom > height - TOAST_ZONE ? height - footer.top : 0;
}

const DIALOGS = '[role=dialog], [role=alertdialog]';

/** Keeps the toasts off the buttons of open dialogs. @returns a function that ends it */
export function keepOffDialogs(): () => void {
  const { body, documentElement: root } = document;
  const measure = () => {
    const clearances = [...body.querySelectorAll(DIALOGS)].map((dialog) => {
      resized.observe(dialog);
      const footer = dialog.querySelector(':scope > footer')?.getBoundingClientRect();
      return toastClearance(innerHeight, dialog.getBoundingClientRect(), footer);
    });
    root.style.setProperty('--dialog-foot', `${Math.max(0, ...clearances)}px`);
  };
  const resized = new ResizeObserver(measure);
  // Dialogs open and close meanwhile, and move as they do.
  const changed = new MutationObserver(measure);
  changed.observe(body, { childList: true, subtree: true });
  body.addEventListener('transitionend', measure);
  addEventListener('resize', measure);
  measure();
  return () => {
    resized.disconnect();
    changed.disconnect();
    body.removeEventListener('transitionend', measure);
    removeEventListener('resize', measure);
    root.style.removeProperty('--dialog-foot');
  };
}
