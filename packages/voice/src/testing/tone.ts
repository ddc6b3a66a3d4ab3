/** A sine wave. Frequency and rate in Hz. */
export function makeTone(
  frequency: number,
  seconds: number,
  sampleRate: number,
  amplitude = 0.5,
): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => amplitude * Math.sin((2 * Math.PI * frequency * i) / sampleRate),
  );
}

/** A train of single-sample pulses at the given pitch, each followed by a short decaying resonance: a simple voice. */
export function makeBuzz(
  pitch: number,
  seconds: number,
  sampleRate: number,
): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (let time = 0; time < seconds; time += 1 / pitch) {
    const start = Math.round(time * sampleRate);
    for (let i = 0; i < 0.004 * sampleRate && start + i < samples.length; i++) {
      const age = i / sampleRate;
      samples[start + i]! += 0.5 * Math.exp(-900 * age) * Math.cos(2 * Math.PI * 700 * age);
    }
  }
  return samples;
}
