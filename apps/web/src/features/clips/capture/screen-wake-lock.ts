/**
 * Keeps a phone's screen on, because a sleeping phone takes the microphone from the page. Best effort: a
 * battery saver may refuse, and old browsers have no wake locks.
 *
 * @returns a function that allows the screen to sleep again
 */
export function keepScreenAwake(): () => void {
  let released = false;
  let lock: WakeLockSentinel | undefined;

  const request = async () => {
    if (document.hidden || !('wakeLock' in navigator)) return;
    try {
      const granted = await navigator.wakeLock.request('screen');
      if (released) await granted.release();
      else lock = granted;
    } catch {
      // The request was refused: the screen may sleep, and the recording up to that moment is kept.
    }
  };
  // The system releases the lock whenever the page is hidden.
  const onVisible = () => void request();
  document.addEventListener('visibilitychange', onVisible);
  void request();

  return () => {
    released = true;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}
