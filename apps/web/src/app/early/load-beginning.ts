/** How long other loading waits for the beginning of a clip, in milliseconds. */
const PATIENCE_MS = 5000;

/**
 * Fetches the beginning of a clip, and resolves when it could be played. The player's own element then has it at
 * once: browsers share what they have fetched of a file. With this element, which is asked for no more than the
 * metadata, Chrome can play after 33 kB instead of 52 to 65.
 */
export async function loadBeginning(url: string): Promise<HTMLAudioElement> {
  const audio = new Audio();
  audio.preload = 'metadata';
  await new Promise((resolve) => {
    for (const event of ['loadeddata', 'suspend', 'error']) audio.addEventListener(event, resolve);
    setTimeout(resolve, PATIENCE_MS);
    audio.src = url;
  });
  return audio;
}
