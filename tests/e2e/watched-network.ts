import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TestBackend } from '@undertone/test-support/backend';

/** What a browser sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  /** For a WebSocket all frames that the browser sent, as they were on the wire. */
  readonly body: () => Buffer;
}

/** The site at an address of its own, where each byte that a browser sends can be looked at. */
export interface WatchedNetwork {
  readonly url: string;
  /** All requests so far, those of workers included. */
  readonly sent: readonly Sent[];
  /** Answers requests for these paths with 500 from now on. */
  break: (path: RegExp) => void;
  close: () => Promise<void>;
}

/** Passes what browsers ask on to the backend, and keeps a copy of it. */
export async function watchNetwork(backend: TestBackend): Promise<WatchedNetwork> {
  const { hostname, port } = new URL(backend.url);
  const sent: Sent[] = [];
  const broken: RegExp[] = [];
  const sockets = new Set<Socket>();

  /** Copies what arrives to the list. */
  const keep = ({ method = '', url = '' }: IncomingMessage, stream: NodeJS.ReadableStream) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    sent.push({ method, path: url, body: () => Buffer.concat(chunks) });
  };

  const server = createServer((request, response) => {
    keep(request, request);
    const { method, url: path = '', headers } = request;
    if (broken.some((each) => each.test(path))) {
      response.writeHead(500).end();
      return;
    }
    const onward = ask({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });

  server.on('upgrade', (request, socket: Socket, head) => {
    const onward = connect(Number(port), hostname);
    keep(request, socket);
    const headers = request.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
    );
    onward.write(
      [`${request.method} ${request.url} HTTP/1.1`, ...headers, '', ''].join('\r\n') +
        head.toString('latin1'),
      'latin1',
    );
    socket.pipe(onward).pipe(socket);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    sent,
    break: (path) => void broken.push(path),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** All that a body may hold as a file: itself, the parts of a form, and what its text says in base64. */
export function filesIn(body: Buffer): Buffer[] {
  const text = body.toString('latin1');
  const inBase64 = text.match(/[\w+/-]{1000,}={0,2}/g) ?? [];
  const parts = text.split('\r\n\r\n').slice(1);
  return [
    body,
    ...parts.map((part) => Buffer.from(part, 'latin1')),
    ...inBase64.map((each) => Buffer.from(each, 'base64')),
  ].filter(({ length }) => length > 500);
}
