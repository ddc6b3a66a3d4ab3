/** Hertz. Browsers encode Opus at this rate, so decoding a recording at it keeps the browser from resampling. */
export const DECODED_RATE = 48_000;

/**
 * Decodes an audio file that this browser supports, at `DECODED_RATE`. The bytes are detached.
 *
 * @throws when the browser cannot decode it
 */
export async function decodeAudio(bytes: ArrayBuffer): Promise<AudioBuffer> {
  // decodeAudioData resamples to its context's rate. An offline context needs no user gesture and no close().
  return new OfflineAudioContext(1, 1, DECODED_RATE).decodeAudioData(bytes);
}
