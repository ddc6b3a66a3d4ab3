/** A promise with the functions that settle it. */
export interface Deferred<Value> {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (cause: unknown) => void;
}

/** `Promise.withResolvers`, which the oldest supported browsers lack. */
export function createDeferred<Value = void>(): Deferred<Value> {
  let resolve: Deferred<Value>['resolve'] = () => {};
  let reject: Deferred<Value>['reject'] = () => {};
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
