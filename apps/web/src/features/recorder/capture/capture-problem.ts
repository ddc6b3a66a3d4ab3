/** Why there can be no recording. */
export type CaptureProblem =
  /** The page is not secure, so that the browser keeps the microphone from it. */
  | 'insecure'
  /** The browser has no MediaRecorder, or none for a format that it can also decode. */
  | 'unsupported'
  | 'refused'
  | 'missing'
  | 'in-use'
  | 'failed';

export class CaptureError extends Error {
  override readonly name = 'CaptureError';
  readonly problem: CaptureProblem;

  constructor(problem: CaptureProblem, options?: ErrorOptions) {
    super(`Recording is not possible: ${problem}`, options);
    this.problem = problem;
  }
}

/** What getUserMedia's rejections mean (Media Capture and Streams, section 10.2). */
export function captureProblemOf(cause: unknown): CaptureProblem {
  switch (cause instanceof DOMException ? cause.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'in-use';
    default:
      return 'failed';
  }
}
