/** In kbit/s and Hz: 480 kB a minute, which a slow phone connection plays without a pause. */
export const MP3_QUALITY = { bitrate: 64, sampleRate: 44_100 } as const;

/** LAME's delay in samples, at a rate that it does not convert. */
export const ENCODER_DELAY = 576;

const FRAME_SAMPLES = 1152;

/**
 * The size of the file that `writeMp3` makes, in bytes, without encoding. LAME adds a delay and at least as
 * much after the sound, and spreads the bytes beyond whole ones per frame over the frames.
 *
 * @param seconds the length of the clip
 */
export function mp3Size(seconds: number): number {
  const { bitrate, sampleRate } = MP3_QUALITY;
  const samples = Math.round(seconds * sampleRate) + ENCODER_DELAY;
  const rest = FRAME_SAMPLES - (samples % FRAME_SAMPLES);
  const frames = (samples + rest) / FRAME_SAMPLES + (rest < ENCODER_DELAY ? 1 : 0);
  const bits = (FRAME_SAMPLES / 8) * bitrate * 1000;
  const whole = Math.floor(bits / sampleRate);
  return whole * (frames + 1) + Math.ceil(((frames - 1) * (bits % sampleRate)) / sampleRate);
}
