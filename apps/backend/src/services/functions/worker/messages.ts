/** A request to a function's thread. */
export interface FunctionRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Transferred and not copied; null for a method without a body. */
  readonly body: ArrayBuffer | null;
  readonly clientAddress: string;
}

/** The start parameters of a thread. */
export interface WorkerData {
  /** Absolute path of the function's index.ts. */
  readonly entry: string;
}

/**
 * Messages to the thread. A thread has one request at a time: `request`, then a `pull` for each chunk
 * of the response's body; `abort` when the client has disconnected.
 */
export type ToWorker =
  | { readonly kind: 'request'; readonly request: FunctionRequest }
  | { readonly kind: 'pull' }
  | { readonly kind: 'abort' };

/** Messages from the thread: `ready` once, then for each request a `response`, `chunk`s and an `end`. */
export type FromWorker =
  | {
      readonly kind: 'ready';
      /** Absolute paths of the loaded source files. */
      readonly files: readonly string[];
    }
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly statusText: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly hasBody: boolean;
    }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: 'end';
      /** The error that the function threw, or null. */
      readonly failure: string | null;
    };
