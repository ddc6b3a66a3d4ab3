/** `AbortSignal.any`, which the oldest supported browsers lack: a signal that aborts with the first of the given ones, for its reason. */
export function firstAbort(...signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) {
      controller.abort(signal.reason);
      break;
    }
    const abort = () => controller.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
