/**
 * Reads the body of a request or response that may be larger than it should be.
 * @param maximum bytes
 * @throws {RangeError} if the body is larger
 */
export async function readBounded(
  { body }: { readonly body: AsyncIterable<Uint8Array> | null },
  maximum: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maximum) throw new RangeError('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
