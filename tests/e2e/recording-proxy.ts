import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TestBackend } from '@undertone/test-support/backend';

/** A request that a browser sent. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** The body; for a WebSocket the content of all frames. */
  readonly body: () => Buffer;
}

/** A proxy before the backend that records each byte that browsers send. */
export interface RecordingProxy {
  readonly url: string;
  /** All requests so far, including those of workers. */
  readonly requests: readonly RecordedRequest[];
  /** Responds to later requests for these paths with status 500. */
  failRequests: (path: RegExp) => void;
  close: () => Promise<void>;
}

/** Starts a proxy that forwards requests and WebSockets to the backend and records them. */
export async function startRecordingProxy(backend: TestBackend): Promise<RecordingProxy> {
  const { hostname, port } = new URL(backend.url);
  const requests: RecordedRequest[] = [];
  const failing: RegExp[] = [];
  const sockets = new Set<Socket>();

  /** Records a request and the bytes of its stream. */
  const recordRequest = (
    { method = '', url = '' }: IncomingMessage,
    stream: NodeJS.ReadableStream,
    read = (bytes: Buffer) => bytes,
  ) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    requests.push({ method, path: url, body: () => read(Buffer.concat(chunks)) });
  };

  const server = createServer((request, response) => {
    recordRequest(request, request);
    const { method, url: path = '', headers } = request;
    if (failing.some((each) => each.test(path))) {
      response.writeHead(500).end();
      return;
    }
    const onward = sendRequest({ hostname, port, method, path, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });

  server.on('upgrade', (request, socket: Socket, head) => {
    const onward = connect(Number(port), hostname);
    recordRequest(request, socket, unmaskFrames);
    // Frames are compressed only with an extension.
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
    requests,
    failRequests: (path) => void failing.push(path),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Joins the contents of a browser's WebSocket frames, each of which is masked by four bytes of its own (RFC 6455, 5.2). */
function unmaskFrames(stream: Buffer): Buffer {
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

/** Returns all possible files in a body: the body itself, the parts of a form, and decoded base64 text. */
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
