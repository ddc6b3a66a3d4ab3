/**
 * Fits peaks to a number of bars: each bar is the mean of the peaks it covers, relative to the tallest bar, so
 * that a quiet clip still draws. With the loudest peak instead, the pauses between words would disappear.
 *
 * @param peaks any number of magnitudes on any scale, 0 or more
 * @returns `count` heights from 0 to 1
 */
export function waveformBars(peaks: readonly number[], count: number): number[] {
  const heights = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count));
    const covered = peaks.slice(from, to);
    return covered.reduce((sum, peak) => sum + peak, 0) / (covered.length || 1);
  });
  const tallest = Math.max(...heights) || 1;
  return heights.map((height) => height / tallest);
}
