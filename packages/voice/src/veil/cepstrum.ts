import { cos } from '../exact-math.ts';
import { BANDS } from './bands.ts';

/** The orthonormal discrete cosine transform, a row for each coefficient. */
const COSINES = Float64Array.from({ length: BANDS * BANDS }, (_, i) => {
  const coefficient = Math.floor(i / BANDS);
  const scale = Math.sqrt((coefficient === 0 ? 1 : 2) / BANDS);
  return scale * cos((Math.PI * coefficient * ((i % BANDS) + 0.5)) / BANDS);
});

/** Writes the cepstrum of an envelope to a row of `cepstra`: level, slope, then finer shapes. */
export function toCepstrum(bands: Float64Array, cepstra: Float64Array, offset: number): void {
  for (let coefficient = 0; coefficient < BANDS; coefficient++) {
    let sum = 0;
    for (let band = 0; band < BANDS; band++) {
      sum += COSINES[coefficient * BANDS + band]! * bands[band]!;
    }
    cepstra[offset + coefficient] = sum;
  }
}

/** The envelope of a cepstrum: the inverse of `toCepstrum`. */
export function toBands(cepstrum: Float64Array, bands: Float64Array): void {
  bands.fill(0);
  for (let coefficient = 0; coefficient < BANDS; coefficient++) {
    const value = cepstrum[coefficient]!;
    for (let band = 0; band < BANDS; band++) {
      bands[band]! += COSINES[coefficient * BANDS + band]! * value;
    }
  }
}
