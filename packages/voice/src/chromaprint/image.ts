/** The notes of an octave. */
export const NOTES = 12;

/** The energies of the notes at one time. */
export type Chroma = Float64Array<ArrayBuffer>;

/** Sums of rectangles of a table of times and notes. */
export class Image {
  readonly #sums: Float64Array;

  constructor(rows: readonly Chroma[]) {
    // With an empty row and an empty column before the first.
    this.#sums = new Float64Array((rows.length + 1) * (NOTES + 1));
    rows.forEach((row, time) => {
      let sum = 0;
      row.forEach((energy, note) => {
        sum += energy;
        const above = time * (NOTES + 1) + note + 1;
        this.#sums[above + NOTES + 1] = this.#sums[above]! + sum;
      });
    });
  }

  /** The sum from a time and a note up to another time and note, which are not included. */
  area(time: number, note: number, endTime: number, endNote: number): number {
    const at = (row: number, column: number) => this.#sums[row * (NOTES + 1) + column]!;
    return at(endTime, endNote) - at(time, endNote) - at(endTime, note) + at(time, note);
  }
}
