import { startBackend } from '@undertone/test-support/backend';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../../apps/backend/src/lib/free-port.ts';
import { signUp, visit } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

const port = await freePort();
const address = `http://127.0.0.1:${port}/metrics`;
const backend = await startBackend({ env: { METRICS_PORT: String(port) } });
afterAll(() => backend.stop());

const scrape = async (): Promise<Map<string, number>> => {
  const response = await fetch(address);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
};

it('requests are counted by service, method and class of status', async () => {
  const ann = await signUp(backend, 'ann');
  await postDrop(ann);
  await visit(backend).from('no_such_table').select();
  await visit(backend).auth.signInWithPassword({ email: 'ann@example.com', password: 'wrong' });
  await fetch(`${backend.url}/functions/v1/qr-code?data=x`);
  await fetch(`${backend.url}/ann`, { method: 'PROPFIND' });
  const numbers = await scrape();
  const count = (service: string, method: string, status: string) =>
    numbers.get(
      `undertone_http_request_duration_seconds_count{service="${service}",method="${method}",status="${status}"}`,
    );
  expect(count('auth', 'POST', '2xx')).toBe(1);
  expect(count('auth', 'POST', '4xx')).toBe(1);
  expect(count('storage', 'POST', '2xx')).toBe(1);
  expect(count('rest', 'POST', '2xx')).toBe(1);
  expect(count('rest', 'GET', '4xx')).toBe(1);
  expect(count('functions', 'GET', '2xx')).toBe(1);
  expect(count('site', 'other', '4xx')).toBe(1);
});

it('memory, connections and threads are measured', async () => {
  const numbers = await scrape();
  expect(numbers.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect(numbers.get('undertone_database_connections{state="idle"}')).toBeGreaterThan(0);
  expect(numbers.get('undertone_functions{what="threads"}')).toBe(1);
  expect(numbers.get('undertone_functions{what="waiting"}')).toBe(0);
  expect(numbers.get('undertone_realtime{what="sockets"}')).toBe(0);
  expect(numbers.get('undertone_realtime{what="slowest_batch_seconds"}')).toBeGreaterThanOrEqual(0);
  const lags = [...numbers].filter(([name]) => name.startsWith('undertone_replication_lag_bytes{'));
  expect(lags).toHaveLength(2);
  for (const [, bytes] of lags) expect(bytes).toBeGreaterThanOrEqual(0);
});

it('metrics contain no path, no name and no id', async () => {
  const text = await (await fetch(address)).text();
  expect(text).not.toMatch(/ann|voice|drops|[0-9a-f]{8}-[0-9a-f]{4}|127\.0\.0\.1/);
});

it('metrics are not served on the port of the API', async () => {
  expect((await fetch(`${backend.url}/metrics`)).headers.get('content-type')).not.toContain(
    'version=0.0.4',
  );
});
