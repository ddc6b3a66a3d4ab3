/** A request on its way into a function's thread. */
export interface FunctionRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Moved, not copied; null where the method has no body. */
  readonly body: ArrayBuffer | null;
  readonly clientAddress: string;
}

/** What a thread is started with. */
export interface WorkerData {
  /** Absolute path of the function's index.ts. */
  readonly entry: string;
}

/**
 * To the thread. A thread has one request at a time: `request`, then a `pull`
 * for each piece of the answer's body; `abort` once its client has gone away.
 */
export type ToWorker =
  | { readonly kind: 'request'; readonly request: FunctionRequest }
  | { readonly kind: 'pull' }
  | { readonly kind: 'abort' };

/** From the thread. `ready` once; then for each request `response`, `chunk`s, and always one `end`. */
export type FromWorker =
  | {
      readonly kind: 'ready';
      /** Source files that were loaded, absolute paths. */
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
      /** What the function threw, if it did. */
      readonly failure: string | null;
    };
