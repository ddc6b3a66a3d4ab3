/*
 * An average voice: the mean of twenty synthetic speakers of the anonymity bench, one clip each. Values are
 * indexed by coefficient of the cepstrum of 32 bands, in natural logarithms of power.
 */

/** The mean of voiced sounds, whose level is the reference for all others. */
export const NEUTRAL_VOICED: readonly number[] = [
  0, 15.8, 4.21, 5.66, -0.98, -0.57, -0.44, -1.65, -0.4, -0.29, 0.41, -0.07, -0.4, 0.23, 0.12,
  -0.55, -0.01, -0.15, -0.35, -0.16, -0.03, -0.04, -0.2, 0.06, -0.24, -0.09, -0.06, -0.13, 0.01,
  -0.04, -0.02, -0.02,
];

/** The mean of unvoiced sounds. */
export const NEUTRAL_UNVOICED: readonly number[] = [
  -2.33, 3.95, 3.04, 1.96, -0.33, -0.09, -0.68, -0.4, -0.51, -0.18, -0.01, 0.03, 0.29, 0.26, 0.11,
  -0.1, 0.07, -0.17, -0.28, 0.01, -0.12, 0.09, -0.22, 0.1, -0.03, 0.05, -0.09, -0.08, -0.03, 0.12,
  0.03, 0.05,
];

/** Standard deviations from those means. */
export const NEUTRAL_SPREAD: readonly number[] = [
  7.64, 6.01, 3.84, 4.59, 3.93, 3.22, 3.01, 2.4, 2.04, 2.08, 1.87, 1.78, 1.61, 1.41, 1.24, 1.1,
  1.06, 0.93, 0.87, 0.82, 0.73, 0.72, 0.64, 0.55, 0.61, 0.61, 0.54, 0.51, 0.48, 0.48, 0.47, 0.48,
];

/** The pace of movement: the deviation of frame-to-frame changes, as a share of the standard deviation. */
export const NEUTRAL_PACE: readonly number[] = [
  0.45, 0.59, 0.42, 0.35, 0.32, 0.35, 0.37, 0.42, 0.44, 0.41, 0.44, 0.43, 0.47, 0.49, 0.5, 0.53,
  0.53, 0.55, 0.56, 0.57, 0.6, 0.58, 0.64, 0.65, 0.6, 0.62, 0.66, 0.64, 0.66, 0.67, 0.67, 0.69,
];
