/** How long the browser has to say that the volume has changed, or to take it back, in milliseconds. */
const ANSWER_TIMEOUT_MS = 250;

/**
 * Whether pages can set the volume on this device. On iPhones and iPads only the hardware's buttons do.
 *
 * Asked asynchronously: WebKit there shows the value that was set until its next task and then takes it
 * back, without a `volumechange`, so that pages which read it at once believe it.
 */
export function canSetVolume(): Promise<boolean> {
  const audio = new Audio();
  return new Promise((resolve) => {
    const answer = () => resolve(audio.volume === 0.5);
    audio.addEventListener('volumechange', answer, { once: true });
    setTimeout(answer, ANSWER_TIMEOUT_MS);
    audio.volume = 0.5;
  });
}
