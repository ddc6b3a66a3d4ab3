/** How long a browser that sets the volume has to say so, in milliseconds. */
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
    const timer = setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS);
    const answer = () => {
      clearTimeout(timer);
      resolve(audio.volume === 0.5);
    };
    audio.addEventListener('volumechange', answer, { once: true });
    audio.volume = 0.5;
  });
}
