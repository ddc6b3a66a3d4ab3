/**
 * Joins parts of sounds one after the other.
 *
 * @param fade the number of samples in which each part fades in, and in which it fades out
 */
export function joinSamples(parts: readonly Float32Array[], fade: number): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    const faded = Math.min(Math.round(fade), part.length >> 1);
    for (let i = 0; i < faded; i += 1) {
      const gain = (i + 0.5) / faded;
      joined[offset + i]! *= gain;
      joined[offset + part.length - 1 - i]! *= gain;
    }
    offset += part.length;
  }
  return joined;
}
