import { RequestError } from '../_shared/request-error.ts';

/**
 * Reads a request's body as text, up to `limit` bytes.
 *
 * @throws {RequestError} `body_too_large`, as early as the length is known.
 */
export async function readBody(request: Request, limit: number): Promise<string> {
  const tooLarge = () =>
    new RequestError(413, 'body_too_large', `The request is larger than ${limit} bytes.`);
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge();
  if (!request.body) return '';

  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    // Leaving the loop cancels the stream, so that the rest is not received.
    if (length > limit) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
