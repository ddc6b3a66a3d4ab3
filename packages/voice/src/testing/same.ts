/**
 * Whether two clips or files are the same to the bit. An assertion on them directly would describe
 * their differences, which for a million samples takes minutes.
 */
export function areSame(a: Float32Array | Uint8Array, b: Float32Array | Uint8Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
