import { expect, it } from 'vitest';
import { makeNoise } from '../../src/testing/noise.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

it('a matrix stretches its eigenvectors by its eigenvalues, the greatest first', () => {
  const size = 12;
  const noise = makeNoise(1, size * size, 1);
  const matrix = {
    size,
    values: Float64Array.from(noise, (_, i) => {
      const row = Math.floor(i / size);
      const column = i % size;
      return noise[row * size + column]! + noise[column * size + row]!;
    }),
  };
  const { values, vectors } = symmetricEigen(matrix);
  expect([...values]).toEqual([...values].sort((a, b) => b - a));
  for (let k = 0; k < size; k++) {
    const vector = vectors.values.subarray(k * size, (k + 1) * size);
    for (let row = 0; row < size; row++) {
      let product = 0;
      for (let i = 0; i < size; i++) product += matrix.values[row * size + i]! * vector[i]!;
      expect(product).toBeCloseTo(values[k]! * vector[row]!, 8);
    }
  }
});
