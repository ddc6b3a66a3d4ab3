// npm run staff -- add EMAIL --role admin|moderator, remove EMAIL, or list: who decides about reports. For the
// installation that runs on DATA_DIR, or with --database URL for a hosted one. Admins change the staff on the desk as
// well; this command makes the first.
import { parseArgs } from 'node:util';
import { ignorePostgresVariables } from '../apps/backend/src/database/connection.ts';
import { openSession, type Sql } from '../apps/backend/src/database/sql.ts';
import { OperatorError } from '../apps/backend/src/lib/operator-error.ts';
import { describeFailure } from '../apps/backend/src/operations/describe-failure.ts';
import { readRunningFile } from '../apps/backend/src/operations/running-file.ts';
import { product } from '../apps/site-server/src/settings.ts';
import { dataDir } from './lib/run.ts';

const usage = `Usage: npm run staff -- add EMAIL --role admin|moderator
       npm run staff -- remove EMAIL
       npm run staff -- list
With --database URL it is about that database, such as that of a Supabase project.`;

const roles: ReadonlySet<string> = new Set(['admin', 'moderator']);

interface Command {
  readonly database: string | undefined;
  readonly email: string | undefined;
  /** Null for nobody of the staff. */
  readonly role: string | null;
}

/** @throws {OperatorError} with the usage for arguments that are none of the commands */
function readCommand(): Command {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { role: { type: 'string' }, database: { type: 'string' } },
    });
    const [name, email, ...rest] = positionals;
    const { role = null, database } = values;
    const isKnown =
      rest.length === 0 &&
      ((name === 'add' && email && role !== null && roles.has(role)) ||
        (name === 'remove' && email && role === null) ||
        (name === 'list' && !email && role === null));
    if (isKnown) return { database, email, role };
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : ''}\n${usage}`);
  }
  throw new OperatorError(usage);
}

/** @throws {OperatorError} when there is no database */
async function findDatabase(): Promise<string> {
  const running = await readRunningFile(dataDir(), product);
  if (running) return running.databaseUrl;
  throw new OperatorError(
    `No ${product} runs on ${dataDir()}: start it, or name a database with --database URL.`,
  );
}

async function changeRole(sql: Sql, email: string, role: string | null): Promise<void> {
  const [account] = await sql<{ id: string }[]>`
    select id from auth.users where lower(email) = lower(${email}) and not is_sso_user`;
  if (!account) throw new OperatorError(`No account has the address ${email}: sign up first.`);
  await sql`select private.change_staff(${account.id}, ${role}, 'npm run staff', 'Operator')`;
}

async function printStaff(sql: Sql): Promise<void> {
  const staff = await sql<{ role: string; email: string; username: string; has_factor: boolean }[]>`
    select member.role, email, coalesce(username, '') as username, exists (
      select from auth.mfa_factors as factor
      where factor.user_id = member.user_id and status = 'verified'
    ) as has_factor
    from private.staff as member
    join auth.users as account on account.id = member.user_id
    left join public.profiles using (user_id)
    order by member.role, added_at`;
  for (const { role, email, username, has_factor: hasFactor } of staff) {
    const missing = hasFactor ? '' : '  (no second factor yet, which the desk takes)';
    console.log(`${role.padEnd(9)}  ${username}  ${email}${missing}`);
  }
  if (staff.length === 0) console.log('Nobody is staff yet.');
}

try {
  const { database, email, role } = readCommand();
  ignorePostgresVariables();
  await using sql = await openSession(database ?? (await findDatabase()), { name: 'staff' });
  if (email) await changeRole(sql, email, role);
  await printStaff(sql);
} catch (error) {
  console.error(describeFailure(error, 'DATA_DIR', process.env.LOG_LEVEL));
  process.exitCode = 1;
}
