import { Agent, request as open } from 'node:http';

/** A request as sent over the wire, without any normalisation. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, percent-encoded or not. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** How many bytes of a response are checked. */
const checkedBytes = 64 * 1024;

export const openAgent = (connections: number): Agent =>
  new Agent({ keepAlive: true, maxSockets: connections });

/**
 * Sends a request unchanged.
 * @throws when the connection ends without an answer
 */
export function send(agent: Agent, origin: string, request: WireRequest): Promise<WireResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = open(
      {
        agent,
        hostname,
        port,
        method: request.method,
        path: request.path,
        headers: {
          ...request.headers,
          ...(request.body ? { 'content-length': String(request.body.length) } : {}),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        let size = 0;
        incoming.on('data', (chunk: Buffer) => {
          if (size < checkedBytes) chunks.push(chunk);
          size += chunk.length;
        });
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.rawHeaders.join('\n'),
            body: Buffer.concat(chunks).toString('latin1'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(request.body ?? undefined);
  });
}
