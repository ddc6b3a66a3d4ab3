// What HTTP itself costs on a machine: Node's own server with one file, without accounts, policies,
// checks or a database. Writes its port to the standard output.
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

const [path = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  if (request.method === 'PUT') {
    void pipeline(request, createWriteStream(path, { flush: true })).then(() =>
      response.writeHead(200, { 'content-length': 0 }).end(),
    );
    return;
  }
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  response.writeHead(206, { 'content-length': statSync(path).size - start });
  void pipeline(createReadStream(path, { start }), response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
