import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TestBackend } from '@undertone/test-support/backend';

/** What a browser sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  /** For a WebSocket what all of its frames hold. */
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
  const keep = (
    { method = '', url = '' }: IncomingMessage,
    stream: NodeJS.ReadableStream,
    read = (bytes: Buffer) => bytes,
  ) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    sent.push({ method, path: url, body: () => read(Buffer.concat(chunks)) });
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
    keep(request, socket, framesOf);
    // Without extensions, the frames are not compressed.
    const headers = Object.entries(request.headers)
      .filter(([name]) => name !== 'sec-websocket-extensions')
      .map(([name, value]) => `${name}: ${String(value)}`);
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

/** What a browser's WebSocket frames hold, one after the other: each is masked by four bytes of its own (RFC 6455, 5.2). */
function framesOf(stream: Buffer): Buffer {
  const contents: Buffer[] = [];
  let offset = 0;
  while (offset + 6 <= stream.length) {
    const short = stream.readUInt8(offset + 1) & 0x7f;
    const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
    const lengthAt = offset + 2;
    if (lengthAt + extended + 4 > stream.length) break;
    let length = short;
    if (extended === 2) length = stream.readUInt16BE(lengthAt);
    if (extended === 8) length = Number(stream.readBigUInt64BE(lengthAt));
    const mask = stream.subarray(lengthAt + extended, lengthAt + extended + 4);
    offset = lengthAt + extended + 4;
    const masked = stream.subarray(offset, offset + length);
    contents.push(Buffer.from(masked.map((byte, index) => byte ^ (mask[index % 4] ?? 0))));
    offset += length;
  }
  return Buffer.concat(contents);
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
