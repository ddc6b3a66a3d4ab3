const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
const FULL_SCALE = 0x8000;

/**
 * Encodes one channel of sound as a 16-bit PCM WAV file.
 *
 * Samples are multiplied by `gain`, clipped to ±1 and rounded to the nearest step; NaN
 * becomes silence. Sound that `readWav` read from a 16-bit mono file comes back to the bit.
 *
 * @param sampleRate in Hz, a whole number.
 */
export function writeWav(
  samples: Float32Array,
  sampleRate: number,
  gain = 1,
): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * BYTES_PER_SAMPLE;
  const bytes = new Uint8Array(HEADER_BYTES + dataBytes);
  writeHeader(new DataView(bytes.buffer), sampleRate, dataBytes);

  // A typed array is in the machine's byte order: little-endian wherever JavaScript runs today.
  storeSteps(new Int16Array(bytes.buffer, HEADER_BYTES), samples, gain * FULL_SCALE);
  return bytes;
}

/** Limits are literals: a constant of the module would be looked up for every sample. */
function storeSteps(steps: Int16Array, samples: Float32Array, scale: number): void {
  for (let i = 0; i < steps.length; i++) {
    const value = samples[i]! * scale;
    const step = value > 32767 ? 32767 : value < -32768 ? -32768 : value;
    // Rounded without a branch on the sign, which the processor cannot predict for audio.
    steps[i] = Math.floor(step + 0.5);
  }
}

function writeHeader(view: DataView, sampleRate: number, dataBytes: number): void {
  writeAscii(view, 0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  writeAscii(view, 8, 'WAVE');
  writeAscii(view, 12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * BYTES_PER_SAMPLE, true);
  view.setUint16(32, BYTES_PER_SAMPLE, true);
  view.setUint16(34, BYTES_PER_SAMPLE * 8, true);
  writeAscii(view, 36, 'data');
  view.setUint32(40, dataBytes, true);
}

function writeAscii(view: DataView, offset: number, text: string): void {
  for (let i = 0; i < text.length; i++) view.setUint8(offset + i, text.charCodeAt(i));
}
