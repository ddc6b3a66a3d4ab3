import { RequestError } from './request-error.ts';

/**
 * Reads a request's body.
 * @param maximum bytes
 * @throws {RequestError} `body_too_large`, as soon as the length is known
 */
export async function readBody(
  { headers, body }: Request,
  maximum: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new RequestError(413, 'body_too_large', `The request is larger than ${maximum} bytes.`);
  if (Number(headers.get('content-length')) > maximum) throw tooLarge();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop cancels the stream, so that the rest is not received.
    if (length > maximum) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
