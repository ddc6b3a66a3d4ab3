// node apps/backend/bench/desk.bench.ts [--reports 100000]
// Times what the desk reads, through the whole backend: the queue in each order and with filters, its next page, a case,
// and a person's history, with as many open reports as given. The 95th percentiles should be below 100 ms on a quiet
// machine.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { percentile } from '../../../scripts/lib/bench/percentile.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp } from './account.ts';

const { values: given } = parseArgs({
  options: { reports: { type: 'string', default: '100000' } },
});
const REPORTS = Number(given.reports);
/** Reports of one subject. */
const PER_CASE = 2;
const CASES = REPORTS / PER_CASE;
const REPORTERS = 2000;
const WARM_UP_RUNS = 10;
const RUNS = 100;

const backend = await startBackend({ env: { ...allocatorSettings } });
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });

const reporter = (n: string) => `md5('reporter' || ${n})::uuid`;
const owner = (n: string) => `md5('owner' || ${n} % 1000)::uuid`;
const drop = (n: string) => `md5('drop' || ${n})::uuid`;
const opened = (n: string) => `md5('case' || ${n})::uuid`;
const decided = (n: string) => `md5('decision' || ${n})::uuid`;
const reasons = `(array['spam', 'harassment', 'sexual', 'violence', 'other'])`;

/** Drops, each with reports, evidence and a case; every tenth case was decided. Without triggers. */
async function fill(): Promise<void> {
  const isDecided = (n: string) => `${n} % 10 = 0`;
  for (const statement of [
    'set session_replication_role = replica',
    'set synchronous_commit = off',
    ...['reporter', 'owner'].flatMap((kind) => {
      const count = kind === 'owner' ? 1000 : REPORTERS;
      const id = `md5('${kind}' || n)::uuid`;
      return [
        `insert into auth.users (id, email, created_at)
          select ${id}, '${kind}' || n || '@example.com', now() from generate_series(0, ${count - 1}) as n`,
        `insert into public.profiles (user_id, username)
          select ${id}, '${kind}' || n from generate_series(0, ${count - 1}) as n`,
      ];
    }),
    `insert into public.voice_drops (id, user_id, title, audio_url, duration, audience)
      select ${drop('n')}, ${owner('n')}, 'Drop ' || n,
        '/storage/v1/object/voice-drops/' || ${owner('n')} || '/' || n || '.mp3', 30, 'public'
      from generate_series(1, ${CASES}) as n`,
    `insert into private.cases (id, subject_kind, subject_id, person_id, excerpt, report_count, reasons,
        opened_at, latest_at, closed_at, closed_by)
      select ${opened('n')}, 'drop', ${drop('n')}, ${owner('n')}, 'Drop ' || n, ${PER_CASE},
        jsonb_build_object(${reasons}[1 + n % 5], ${PER_CASE}), now() - n * interval '1 minute',
        now() - n * interval '30 seconds', case when ${isDecided('n')} then now() end,
        case when ${isDecided('n')} then ${decided('n')} end
      from generate_series(1, ${CASES}) as n`,
    `insert into public.decisions (id, case_id, person_id, subject_kind, subject_id, measure, basis, shown_from)
      select ${decided('n')}, ${opened('n')}, ${owner('n')}, 'drop', ${drop('n')}, 'warn', 'report', now()
      from generate_series(10, ${CASES}, 10) as n`,
    `insert into public.reports (reporter_id, reported_voice_drop_id, reason, case_id, decision_id, created_at)
      select ${reporter(`(n * 7 + place * 13) % ${REPORTERS}`)}, ${drop('n')}, ${reasons}[1 + n % 5],
        ${opened('n')}, case when ${isDecided('n')} then ${decided('n')} end, now() - n * interval '1 minute'
      from generate_series(1, ${CASES}) as n, generate_series(1, ${PER_CASE}) as place`,
    `insert into public.report_evidence (case_id, report_id, subject_kind, subject_id, author_id, content,
        bucket, path, written_at)
      select case_id, id, 'drop', reported_voice_drop_id, ${owner('0')}, 'Drop', 'voice-drops',
        reported_voice_drop_id || '.mp3', now()
      from public.reports`,
    'set session_replication_role = origin',
    'vacuum (analyze) private.cases, public.reports, public.report_evidence, public.decisions, public.voice_drops',
    'checkpoint',
  ]) {
    await sql.unsafe(statement);
  }
}

/** Signs up an account, makes it staff, and raises its session to the second level. */
async function staffToken(): Promise<string> {
  const account = await signUp(backend, 'okra');
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (${randomUUID()}, ${account.id}, 'totp', 'verified', now(), now())`;
  await sql`insert into private.staff (user_id, role) values (${account.id}, 'moderator')`;
  await sql`update auth.sessions set aal = 'aal2' where user_id = ${account.id}`;
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    select ${randomUUID()}, id, now(), now(), 'totp' from auth.sessions where user_id = ${account.id}`;
  const response = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: account.refreshToken }),
  });
  const session: { access_token: string } = JSON.parse(await response.text());
  return session.access_token;
}

const call = async (token: string, name: string, body: object) => {
  const response = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: backend.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${text}`);
  return JSON.parse(text);
};

const rows: Rows = {};
try {
  await fill();
  const token = await staffToken();
  const first = await call(token, 'desk_queue', {});
  const measure = async (title: string, name: string, body: object) => {
    const times: number[] = [];
    for (let run = 0; run < WARM_UP_RUNS + RUNS; run += 1) {
      const start = performance.now();
      await call(token, name, body);
      if (run >= WARM_UP_RUNS) times.push(performance.now() - start);
    }
    rows[title] = { 'p50, ms': percentile(times, 0.5), 'p95, ms': percentile(times, 0.95) };
  };
  await measure('queue', 'desk_queue', {});
  await measure('next page', 'desk_queue', { after: first.next });
  await measure('newest', 'desk_queue', { filters: { order: 'newest' } });
  await measure('most reports', 'desk_queue', { filters: { order: 'most' } });
  await measure('of a reason', 'desk_queue', { filters: { reason: 'violence', assigned: 'none' } });
  await measure('of a kind without cases', 'desk_queue', { filters: { kind: 'contact' } });
  await measure('closed', 'desk_queue', { filters: { state: 'closed' } });
  await measure('case', 'desk_case', { case: first.cases[0].id });
  await measure('history', 'desk_history', { person: first.cases[0].person.user_id });
  const days = { since: '2020-01-01', until: '2100-01-01' };
  await measure('figures', 'desk_figures', days);
  report(`The desk with ${REPORTS} reports`, rows);
} finally {
  await sql.end();
  await backend.stop();
}
