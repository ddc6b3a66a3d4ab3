/** Formats to record in, the preferred one first. Safari before 18.4 and WebKitGTK record only MP4. */
const MIME_TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'] as const;

/** A browser's support for a format. */
export interface FormatSupport {
  canRecord: (mimeType: string) => boolean;
  /** Whether the browser reports that it can decode the format. Some browsers record formats that they cannot decode. */
  canDecode: (mimeType: string) => boolean;
}

/**
 * The format to record in: the first that the browser can both record and decode, or else the first that
 * it can record.
 *
 * @returns undefined when the browser can record none of the formats
 */
export function findRecordingFormat({ canRecord, canDecode }: FormatSupport = browserSupport):
  | string
  | undefined {
  const recordable = MIME_TYPES.filter(canRecord);
  return recordable.find(canDecode) ?? recordable[0];
}

const browserSupport: FormatSupport = {
  canRecord: (mimeType) => 'MediaRecorder' in window && MediaRecorder.isTypeSupported(mimeType),
  canDecode: (mimeType) => new Audio().canPlayType(mimeType) !== '',
};
