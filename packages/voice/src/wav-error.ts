/**
 * Why a byte sequence was refused as a WAV file:
 * - `not-wav`: it does not begin with a RIFF/WAVE header;
 * - `malformed`: it does, but its chunks are missing, cut short or contradict each other;
 * - `unsupported`: it is a valid WAV file in an encoding that is not supported.
 */
export type WavErrorCode = 'not-wav' | 'malformed' | 'unsupported';

/** Thrown by functions that read WAV files; `code` has the reason. */
export class WavError extends Error {
  override readonly name = 'WavError';
  readonly code: WavErrorCode;

  constructor(code: WavErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
