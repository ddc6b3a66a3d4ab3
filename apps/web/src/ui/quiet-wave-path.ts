/** Half-heights of the bars, in units of the view box: a breath, not a shout. */
const bars = [1, 1, 2, 1, 3, 5, 3, 7, 11, 8, 13, 9, 14, 10, 6, 9, 5, 7, 3, 4, 2, 1, 2, 1, 1];

/** The box that the waveform is drawn in, as SVG's `viewBox`. */
export const quietWaveBox = `0 0 ${bars.length * 6} 30`;

/** The waveform, as the `d` of an SVG path. */
export const quietWavePath = bars
  .map((half, index) => `M${index * 6 + 3} ${15 - half}v${half * 2}`)
  .join('');
