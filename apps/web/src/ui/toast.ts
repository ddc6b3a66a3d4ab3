/** The default duration of a toast, in milliseconds. */
const DURATION = 3000;

/** The default duration of a toast with an action, in milliseconds: enough to reach the button by keyboard. */
const ACTION_DURATION = 8000;

type ToastKind = 'info' | 'success' | 'error';

/** An action offered by a toast. The toast disappears, so the action must be available elsewhere too. */
interface ToastAction {
  /** The button's label, e.g. 'Undo'. */
  label: string;
  onPress: () => void;
}

export interface ToastOptions {
  /** Identifies a toast: it replaces an earlier toast of the same name, and `takeBack` hides it. */
  name?: string;
  description?: string;
  /** How long the toast stays, in milliseconds; by default `DURATION` or `ACTION_DURATION`. */
  duration?: number;
  action?: ToastAction;
  /** Called when the toast has gone, also after its action. */
  onGone?: () => void;
}

export interface Toast extends ToastOptions {
  kind: ToastKind;
  title: string;
  duration: number;
}

/** Shows the toasts. */
export interface ToastDisplay {
  show: (toast: Toast) => void;
  hide: (name: string) => void;
}

/** Toasts raised before the code of the display had arrived. */
let waiting: Toast[] = [];
let display: ToastDisplay | undefined;
let fetchDisplay: (() => void) | undefined;

function raise(kind: ToastKind, title: string, options: ToastOptions = {}): void {
  const duration = options.action ? ACTION_DURATION : DURATION;
  const toast: Toast = { duration, ...options, kind, title };
  if (display) {
    display.show(toast);
    return;
  }
  waiting.push(toast);
  fetchDisplay?.();
}

/**
 * Shows short messages at the bottom centre of the screen. Called only by components, never by data
 * hooks.
 */
export const toast = {
  info: (title: string, options?: ToastOptions) => raise('info', title, options),
  success: (title: string, options?: ToastOptions) => raise('success', title, options),
  /** For failures (the spec's "destructive"). */
  error: (title: string, options?: ToastOptions) => raise('error', title, options),
  /** Hides a toast that no longer applies, if it is still shown. */
  takeBack: (name: string) => {
    waiting = waiting.filter((toast) => toast.name !== name);
    display?.hide(name);
  },
};

/** Calls `fetchCode` for the first toast. @returns a function that unsubscribes */
export function onFirstToast(fetchCode: () => void): () => void {
  fetchDisplay = fetchCode;
  if (waiting.length > 0) fetchCode();
  return () => {
    fetchDisplay = undefined;
  };
}

/** Sends all toasts, including those raised before, to the display. @returns a function that disconnects it */
export function presentToasts(target: ToastDisplay): () => void {
  display = target;
  for (const toast of waiting.splice(0)) target.show(toast);
  return () => {
    display = undefined;
  };
}
