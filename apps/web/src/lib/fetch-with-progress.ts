/** How long an upload may make no progress before it is aborted, in milliseconds. */
export const STALL_TIMEOUT = 30_000;

interface ProgressOptions {
  signal?: AbortSignal;
  /** Called with the share of the body that has been sent, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Makes a `fetch` that reports the progress of its upload, which the browser's own cannot. The
 * upload may take any time and is aborted only when it makes no progress. Of the options only
 * method, headers and body are used: those that client libraries set.
 */
export function fetchWithProgress({ signal, onProgress }: ProgressOptions): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', input instanceof Request ? input.url : input);
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));

      const abort = () => request.abort();
      let stalled: ReturnType<typeof setTimeout> | undefined;
      const moved = () => {
        clearTimeout(stalled);
        stalled = setTimeout(abort, STALL_TIMEOUT);
      };
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        moved();
        if (lengthComputable && total > 0) onProgress?.(loaded / total);
      });
      request.addEventListener('progress', moved);
      signal?.addEventListener('abort', abort);
      request.addEventListener('loadend', () => {
        clearTimeout(stalled);
        signal?.removeEventListener('abort', abort);
      });
      request.addEventListener('load', () => resolve(asResponse(request)));
      const fail = () => reject(new TypeError('Failed to fetch'));
      request.addEventListener('error', fail);
      // Chromium fires `timeout`, not `error`, when a connection gets no answer.
      request.addEventListener('timeout', fail);
      request.addEventListener('abort', () =>
        reject(signal?.aborted ? signal.reason : new DOMException('Stalled', 'TimeoutError')),
      );
      request.send(sendable(init?.body));
      moved();
    });
}

function sendable(body: BodyInit | null | undefined): XMLHttpRequestBodyInit | null {
  if (body instanceof ReadableStream) throw new TypeError('A stream cannot be sent this way.');
  return body ?? null;
}

function asResponse(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request;
  const contentType = request.getResponseHeader('content-type');
  return new Response(responseText || null, {
    status,
    statusText,
    headers: contentType === null ? {} : { 'content-type': contentType },
  });
}
