/** White noise between ±`amplitude`: always the same for the same length. */
export function makeNoise(
  seconds: number,
  sampleRate: number,
  amplitude: number,
): Float32Array<ArrayBuffer> {
  let state = 1;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (amplitude * state) / 0x80000000;
  });
}
