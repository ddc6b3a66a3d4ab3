import { createEncoder } from 'wasm-media-encoders/esnext';
import wasmUrl from 'wasm-media-encoders/wasm/mp3?url';

/** Timeout for loading the encoder's 0.1 MB, in milliseconds. */
const LOADING_TIMEOUT_MS = 60_000;

let loading: ReturnType<typeof load> | undefined;

/**
 * Loads the MP3 encoder, LAME in WebAssembly, on the first call. After a failure, the next call loads it
 * again. Only the worker's content security policy allows WebAssembly; that of the pages does not.
 */
export function loadMp3Encoder(): ReturnType<typeof load> {
  const forget = () => (loading = undefined);
  loading ??= load();
  loading.catch(forget);
  return loading;
}

async function load() {
  const response = await fetch(wasmUrl, { signal: AbortSignal.timeout(LOADING_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The encoder's response has status ${response.status}.`);
  return createEncoder('audio/mpeg', await response.arrayBuffer());
}
