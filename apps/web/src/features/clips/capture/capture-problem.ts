/** Why a recording cannot start. */
export type CaptureProblem =
  /** The page is not a secure context. Browsers grant the microphone only in one. */
  | 'insecure'
  /** The browser has no MediaRecorder, or none that records a format of `recording-format.ts`. */
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

/** Maps getUserMedia's rejections to problems (Media Capture and Streams, section 10.2). */
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
