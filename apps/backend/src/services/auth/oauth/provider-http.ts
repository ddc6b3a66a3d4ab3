import type { z } from 'zod';
import { ProviderError } from './provider.ts';

/** Largest answer that is read, bytes: key sets are the largest, at some 10 kB. */
const maximumAnswer = 256 * 1024;

/** How long an answer may take in all, ms. */
const defaultPatience = 10_000;

interface Question {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly form?: URLSearchParams;
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maximumAnswer) throw new ProviderError('the answer is too large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Asks providers, who may be slow, broken or hostile: bounded in time and
 * size, and without following redirects, which could lead anywhere.
 */
export class ProviderHttp {
  readonly #patience: number;

  /** @param patience for a whole answer, ms */
  constructor(patience = defaultPatience) {
    this.#patience = patience;
  }

  /**
   * The answer with its body read, for who has another way to read it than `json`.
   * @throws {ProviderError} when there is none in time, it is no success, or too large
   */
  async fetch(url: string | URL, { headers, form }: Question = {}): Promise<Response> {
    const place = new URL(url);
    try {
      const response = await fetch(place, {
        ...(form ? { method: 'POST', body: form } : {}),
        headers: { accept: 'application/json', ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#patience),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new ProviderError(`the answer is ${response.status}`);
      }
      return new Response(await readBounded(response), { headers: response.headers });
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown';
      throw new ProviderError(`${place.origin}${place.pathname}: ${why}`);
    }
  }

  /** @throws {ProviderError} also when the answer is not of this shape */
  async json<Schema extends z.ZodType>(
    url: string | URL,
    schema: Schema,
    question: Question = {},
  ): Promise<z.output<Schema>> {
    const response = await this.fetch(url, question);
    const value: unknown = await response.json().catch(() => undefined);
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const { origin, pathname } = new URL(url);
    const places = result.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new ProviderError(`${origin}${pathname}: the answer is not as expected (${places})`);
  }
}
