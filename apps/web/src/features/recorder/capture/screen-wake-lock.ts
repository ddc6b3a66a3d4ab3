/**
 * Keeps a phone's screen on, since a sleeping phone takes the microphone from the page. Best effort:
 * a battery saver may refuse, and old browsers have no wake locks.
 *
 * @returns a function that lets the screen sleep again
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
      // Refused: the screen may sleep, and what was recorded until then is kept.
    }
  };
  // The system drops the lock whenever the page is hidden.
  const onVisible = () => void request();
  document.addEventListener('visibilitychange', onVisible);
  void request();

  return () => {
    released = true;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release();
  };
}
