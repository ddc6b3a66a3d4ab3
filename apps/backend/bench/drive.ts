import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of a POST; without it the request is a GET. */
  readonly body?: string;
  readonly connections: number;
  readonly seconds: number;
  /** Whether responses with 429 are no failure. */
  readonly mayBeRefused?: boolean;
}

export interface LoadReport {
  /** Requests per second, the mean over the run. */
  readonly rate: number;
  readonly requests: number;
  /** Latencies, ms. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests to one URL from a separate process, so that measuring does not slow the server down. */
export async function drive({
  url,
  headers,
  body,
  connections,
  seconds,
  mayBeRefused = false,
}: Load): Promise<LoadReport> {
  const autocannon = createRequire(import.meta.url).resolve('autocannon');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      autocannon,
      '--json',
      `--connections=${connections}`,
      `--duration=${seconds}`,
      ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
      ...(body === undefined ? [] : ['--method=POST', `--body=${body}`]),
      url,
    ],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  const report: {
    requests: { mean: number; total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
    statusCodeStats: Record<string, { count: number }>;
  } = JSON.parse(stdout);
  const tooMany = report.statusCodeStats['429']?.count ?? 0;
  const refused = report.non2xx - (mayBeRefused ? tooMany : 0);
  if (refused > 0 || report.errors > 0) {
    throw new Error(`${refused} failed responses and ${report.errors} errors from ${url}`);
  }
  const { mean, total } = report.requests;
  return { rate: mean, requests: total, p50: report.latency.p50, p99: report.latency.p99 };
}
