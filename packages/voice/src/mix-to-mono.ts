/**
 * Mixes channels of equal length (as an AudioBuffer has them) to one by their mean.
 *
 * @throws {RangeError} when there is no channel.
 */
export function mixToMono(channels: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const [first, ...others] = channels;
  if (!first) throw new RangeError('There is no channel to mix.');
  const mono = new Float32Array(first);
  if (others.length === 0) return mono;
  const share = 1 / channels.length;
  for (let i = 0; i < mono.length; i++) {
    let sum = mono[i]!;
    for (const channel of others) sum += channel[i] ?? 0;
    mono[i] = sum * share;
  }
  return mono;
}
