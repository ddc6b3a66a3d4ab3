/** The number of bars of a waveform, and the number in a window narrower than `WAVEFORM_NARROW_PX`. */
export const WAVEFORM_BARS = 60;
export const WAVEFORM_BARS_NARROW = 40;
export const WAVEFORM_NARROW_PX = 640;

/**
 * Fits peaks to a number of bars: each bar is the loudest of the peaks it
 * covers, relative to the loudest of all, so that a quiet clip still draws.
 *
 * @param peaks any number of magnitudes on any scale, 0 or more
 * @returns `count` heights from 0 to 1
 */
export function waveformBars(peaks: readonly number[], count: number): number[] {
  const loudest = peaks.reduce((highest, peak) => Math.max(highest, peak), 0);
  if (loudest === 0) return Array.from({ length: count }, () => 0);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    return Math.max(...peaks.slice(from, to)) / loudest;
  });
}
