type ToastKind = 'info' | 'success' | 'error';

/** Something to do about what a toast says. What it does can be done elsewhere too: the toast goes by itself. */
interface ToastAction {
  /** The word on its button, e.g. 'Undo'. */
  label: string;
  onPress: () => void;
}

export interface ToastOptions {
  /** Of a toast that takes the place of an earlier one of the same name, and can be taken back. */
  name?: string;
  description?: string;
  /** Milliseconds that it stays; the toaster's own default is 3000, and longer with an action. */
  duration?: number;
  action?: ToastAction;
}

export interface Toast extends ToastOptions {
  kind: ToastKind;
  title: string;
}

/** What shows the toasts. */
export interface ToastScreen {
  show: (toast: Toast) => void;
  hide: (name: string) => void;
}

/** Toasts raised before the toaster was there to show them. */
let waiting: Toast[] = [];
let screen: ToastScreen | undefined;
let summon: (() => void) | undefined;

function raise(toast: Toast): void {
  if (screen) {
    screen.show(toast);
    return;
  }
  waiting.push(toast);
  summon?.();
}

/**
 * Tells the person something in passing, at the bottom centre of the screen.
 * Only components call it, never data hooks.
 */
export const toast = {
  info: (title: string, options: ToastOptions = {}) => raise({ ...options, kind: 'info', title }),
  success: (title: string, options: ToastOptions = {}) =>
    raise({ ...options, kind: 'success', title }),
  /** For what went wrong (the spec's "destructive"). */
  error: (title: string, options: ToastOptions = {}) => raise({ ...options, kind: 'error', title }),
  /** Takes back a toast whose matter is settled, if it is still to be seen. */
  takeBack: (name: string) => {
    waiting = waiting.filter((toast) => toast.name !== name);
    screen?.hide(name);
  },
};

/** Lets the toaster be fetched as soon as there is something to show. */
export function onFirstToast(fetchToaster: () => void): () => void {
  summon = fetchToaster;
  if (waiting.length > 0) fetchToaster();
  return () => {
    summon = undefined;
  };
}

/** Hands all toasts, those that waited included, to the toaster that is now on the page. */
export function presentToasts(on: ToastScreen): () => void {
  screen = on;
  for (const toast of waiting.splice(0)) on.show(toast);
  return () => {
    screen = undefined;
  };
}
