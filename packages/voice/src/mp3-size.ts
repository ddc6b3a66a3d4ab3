/** The largest size of a clip, in bytes. */
export const MAX_MP3_BYTES = 500_000;

/**
 * In kbit/s and Hz, the best first. A minute is 480 kB at the first; a minute of Deep Voice, which
 * plays for 70 s, takes the second. The encoder knows no 56.
 */
const QUALITIES = [
  { bitrate: 64, sampleRate: 44_100 },
  { bitrate: 48, sampleRate: 44_100 },
  { bitrate: 40, sampleRate: 24_000 },
  { bitrate: 32, sampleRate: 24_000 },
  { bitrate: 24, sampleRate: 16_000 },
  { bitrate: 16, sampleRate: 16_000 },
] as const;

export type Mp3Quality = (typeof QUALITIES)[number];

/** LAME's delay in samples, at a rate that it does not convert. */
export const ENCODER_DELAY = 576;

/** Additional frames of a file: the info frame, and up to two that LAME adds. */
const MORE_FRAMES = 3;

/**
 * The best quality at which a clip is small enough.
 * @throws {RangeError} when the clip is too long (about four minutes).
 */
export function chooseQuality(seconds: number): Mp3Quality {
  const quality = QUALITIES.find(({ bitrate, sampleRate }) => {
    const most = seconds + (MORE_FRAMES * 1152) / sampleRate;
    return (most * bitrate * 1000) / 8 <= MAX_MP3_BYTES;
  });
  if (!quality) throw new RangeError(`A clip of ${seconds} s is too long.`);
  return quality;
}

/**
 * The size of the file that `writeMp3` makes, in bytes, without encoding. LAME adds a delay and at least as
 * much after the sound, and spreads the bytes beyond whole ones per frame over the frames.
 *
 * @throws {RangeError} when the clip is too long.
 */
export function mp3Size(seconds: number): number {
  const { bitrate, sampleRate } = chooseQuality(seconds);
  const frameSamples = sampleRate >= 32_000 ? 1152 : 576;
  const samples = Math.round(seconds * sampleRate) + ENCODER_DELAY;
  const rest = frameSamples - (samples % frameSamples);
  const frames = (samples + rest) / frameSamples + (rest < ENCODER_DELAY ? 1 : 0);
  const bits = (frameSamples / 8) * bitrate * 1000;
  const whole = Math.floor(bits / sampleRate);
  return whole * (frames + 1) + Math.ceil(((frames - 1) * (bits % sampleRate)) / sampleRate);
}
