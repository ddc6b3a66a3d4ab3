import type { Sql } from 'postgres';

/** A node of EXPLAIN's JSON; absent numbers are zero. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export interface Plan {
  /** The indexes that were read, in alphabetical order. */
  readonly indexes: string[];
  /** The tables that were read from end to end. */
  readonly scanned: string[];
  /** Rows that were read of tables, including those that a condition then removed. */
  readonly rowsRead: number;
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

/**
 * Runs a statement and returns what its plan read.
 *
 * @param sql the connection, with role and claims set
 */
export async function explain(sql: Sql, statement: string): Promise<Plan> {
  const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
    `explain (analyze, timing off, format json) ${statement}`,
  );
  const root = row?.['QUERY PLAN'][0]?.Plan;
  if (!root) throw new Error('PostgreSQL returned no plan');
  const nodes = [...nodesOf(root)];
  const indexes = new Set(nodes.flatMap((node) => node['Index Name'] ?? []));
  const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
  const reads = nodes.filter((node) => node['Relation Name'] !== undefined);
  const rowsRead = reads.reduce((sum, node) => {
    const removed =
      (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    return sum + (node['Actual Rows'] + removed) * node['Actual Loops'];
  }, 0);
  return {
    indexes: [...indexes].sort(),
    scanned: scans.flatMap((node) => node['Relation Name'] ?? []),
    rowsRead,
  };
}
