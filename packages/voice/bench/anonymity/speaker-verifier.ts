import type { Trial } from './equal-error-rate.ts';
import { symmetricEigen, type Matrix } from './symmetric-eigen.ts';

/** A clip's statistics, and the index of its speaker. */
export type Clip = { speaker: number; statistics: Float64Array };

/**
 * The share of the covariance within speakers that is replaced by its diagonal: with some hundred clips
 * and as many statistics, the rest is partly chance (shrinkage as in Friedman 1989).
 */
const SHRINKAGE = 0.3;

/**
 * A speaker verifier: linear discriminant analysis, scored by the ratio of likelihoods that two speakers
 * are one (probabilistic linear discriminant analysis with a normal distribution of speakers and of
 * clips within a speaker; Ioffe 2006). It is trained on clips of other people than those that it
 * compares.
 */
export class SpeakerVerifier {
  readonly #center: Float64Array;
  readonly #scales: Float64Array;
  /** A row for each direction in which speakers differ; clips of one speaker have a variance of 1 along it. */
  readonly #directions: Float64Array[];
  /** The variance of speakers along each direction. */
  readonly #variances: Float64Array;

  constructor(training: readonly Clip[]) {
    const width = training[0]?.statistics.length ?? 0;
    const rows = training.map(({ statistics }) => statistics);
    this.#center = meanOf(rows, width);
    this.#scales = new Float64Array(width);
    for (const row of rows) {
      for (let i = 0; i < width; i++) this.#scales[i]! += (row[i]! - this.#center[i]!) ** 2;
    }
    this.#scales = this.#scales.map((sum) => 1 / Math.sqrt(sum / rows.length + 1e-12));

    const groups = Map.groupBy(training, ({ speaker }) => speaker);
    const means = [...groups.values()].map((clips) =>
      meanOf(
        clips.map(({ statistics }) => this.#standardize(statistics, this.#center)),
        width,
      ),
    );
    const within = covariance(
      [...groups.values()].flatMap((clips, index) =>
        clips.map(({ statistics }) =>
          minus(this.#standardize(statistics, this.#center), means[index]!),
        ),
      ),
      width,
      training.length - groups.size,
    );
    shrink(within);
    const whitening = inverseRoot(within);
    const between = covariance(
      means.map((mean) => apply(whitening, mean)),
      width,
      groups.size - 1,
    );
    const { values, vectors } = symmetricEigen(between);
    // The mean of a few clips varies, too: by the variance of one clip divided by their number.
    const chance = groups.size / training.length;
    const used = values.filter((value) => value > chance).length;
    this.#variances = values.slice(0, used).map((value) => value - chance);
    this.#directions = Array.from({ length: used }, (_, index) =>
      apply(whitening, vectors.values.subarray(index * width, (index + 1) * width)),
    );
  }

  #standardize(statistics: Float64Array, center: Float64Array): Float64Array {
    return statistics.map((value, i) => (value - center[i]!) * this.#scales[i]!);
  }

  /** @param center the mean of all speakers */
  #project(statistics: Float64Array, center: Float64Array): Float64Array {
    const standard = this.#standardize(statistics, center);
    return Float64Array.from(this.#directions, (direction) => dot(direction, standard));
  }

  /**
   * Compares each enrolled speaker, known by several clips, with each clip of a test.
   *
   * @param isOtherSound whether the enrolled clips are masked and those of the training are not, or the
   *   reverse; then the mean of the enrolled clips replaces that of the training
   */
  compare(
    enrolled: readonly Clip[],
    tested: readonly Clip[],
    { isOtherSound }: { isOtherSound: boolean },
  ): Trial[] {
    const width = this.#center.length;
    const center = isOtherSound
      ? meanOf(
          enrolled.map(({ statistics }) => statistics),
          width,
        )
      : this.#center;
    const models = [...Map.groupBy(enrolled, ({ speaker }) => speaker)].map(([speaker, clips]) => ({
      speaker,
      count: clips.length,
      mean: meanOf(
        clips.map(({ statistics }) => this.#project(statistics, center)),
        this.#directions.length,
      ),
    }));
    return tested.flatMap((clip) => {
      const spoken = this.#project(clip.statistics, center);
      return models.map(({ speaker, count, mean }) => ({
        enrolled: speaker,
        spoken: clip.speaker,
        score: this.#likelihoodRatio(mean, count, spoken),
      }));
    });
  }

  /** The logarithm of the likelihood ratio that a clip's speaker is the enrolled one, who is known by the mean of `count` clips. */
  #likelihoodRatio(mean: Float64Array, count: number, clip: Float64Array): number {
    let ratio = 0;
    for (let i = 0; i < clip.length; i++) {
      const variance = this.#variances[i]!;
      // The distribution of the speaker after the enrolment.
      const trust = variance / (variance + 1 / count);
      const remaining = variance * (1 - trust) + 1;
      const unknown = variance + 1;
      const distance = (clip[i]! - trust * mean[i]!) ** 2;
      ratio +=
        0.5 * (clip[i]! ** 2 / unknown - distance / remaining + Math.log(unknown / remaining));
    }
    return ratio;
  }
}

function meanOf(rows: readonly Float64Array[], width: number): Float64Array {
  const mean = new Float64Array(width);
  for (const row of rows) for (let i = 0; i < width; i++) mean[i]! += row[i]! / rows.length;
  return mean;
}

const minus = (a: Float64Array, b: Float64Array) => a.map((value, i) => value - b[i]!);

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

const apply = ({ size, values }: Matrix, vector: Float64Array) =>
  Float64Array.from({ length: size }, (_, i) =>
    dot(values.subarray(i * size, (i + 1) * size), vector),
  );

function covariance(rows: readonly Float64Array[], size: number, freedom: number): Matrix {
  const values = new Float64Array(size * size);
  for (const row of rows) {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) values[i * size + j]! += (row[i]! * row[j]!) / freedom;
    }
  }
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) values[j * size + i] = values[i * size + j]!;
  }
  return { size, values };
}

function shrink({ size, values }: Matrix): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) if (i !== j) values[i * size + j]! *= 1 - SHRINKAGE;
    // Otherwise a statistic without variance within a speaker would have infinite weight.
    values[i * size + i]! += 1e-3;
  }
}

/** The symmetric matrix whose square is the inverse of the given one. */
function inverseRoot(matrix: Matrix): Matrix {
  const { size } = matrix;
  const { values, vectors } = symmetricEigen(matrix);
  const root = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    const scale = 1 / Math.sqrt(Math.max(values[k]!, 1e-9));
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        root[i * size + j]! +=
          scale * vectors.values[k * size + i]! * vectors.values[k * size + j]!;
      }
    }
  }
  return { size, values: root };
}
