/** The size of the chunks that are written, in bytes: each costs a message to another process. */
const CHUNK_SIZE = 1024 * 1024;

/** Joins the many small chunks of an archive. Each joined chunk has a buffer of its own, which may be transferred. */
export function joinChunks(): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let joined = new Uint8Array(CHUNK_SIZE);
  let used = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      let rest = chunk;
      while (rest.length > 0) {
        const part = rest.subarray(0, CHUNK_SIZE - used);
        joined.set(part, used);
        used += part.length;
        rest = rest.subarray(part.length);
        if (used < CHUNK_SIZE) return;
        controller.enqueue(joined);
        joined = new Uint8Array(CHUNK_SIZE);
        used = 0;
      }
    },
    flush: (controller) => controller.enqueue(joined.slice(0, used)),
  });
}
