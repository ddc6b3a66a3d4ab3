/** How long the browser has to report the changed volume, or to restore the old one, in milliseconds. */
const VOLUME_CHANGE_TIMEOUT_MS = 250;

/**
 * Whether pages can set the volume on this device. On iPhones and iPads only the hardware buttons can.
 *
 * The check is asynchronous: on those, WebKit returns the set value until its next task and then
 * restores the old one, without a `volumechange`.
 */
export function canSetVolume(): Promise<boolean> {
  const audio = new Audio();
  return new Promise((resolve) => {
    const check = () => resolve(audio.volume === 0.5);
    audio.addEventListener('volumechange', check, { once: true });
    setTimeout(check, VOLUME_CHANGE_TIMEOUT_MS);
    audio.volume = 0.5;
  });
}
