/**
 * Why a byte sequence was refused as an MP3 file:
 * - `not-mp3`: it does not begin with a frame of MPEG audio layer III;
 * - `malformed`: the bytes after the first frame are not whole frames of the same format.
 */
export type Mp3ErrorCode = 'not-mp3' | 'malformed';

/** Thrown by functions that read MP3 files; `code` has the reason. */
export class Mp3Error extends Error {
  override readonly name = 'Mp3Error';
  readonly code: Mp3ErrorCode;

  constructor(code: Mp3ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
