import type { Change } from '../replication/pgoutput.ts';
import type { RoleChanges } from './role-changes.ts';
import type { Binding, Listener, TableFilter } from './subscriptions.ts';

/** The row of a change that filters apply to, in text form. */
export const filteredRow = ({
  record,
  oldRecord,
}: Change): Readonly<Record<string, string | null>> => record ?? oldRecord ?? {};

const isOwnAccountFilter = ({ op, decidedBy }: TableFilter, account: string | null): boolean =>
  op === 'eq' && account !== null && decidedBy?.has(account) === true;

const isKeyFilter = ({ op, column }: TableFilter, { primaryKey }: Change): boolean =>
  (op === 'eq' || op === 'in') && primaryKey.includes(column);

/**
 * Whether a change may match a binding, so that its subscriber has to be authorised. This applies the
 * event, filters by the subscriber's own account, and filters by the table's primary key: of a thousand
 * subscribers with `recipient_id=eq.<own id>` only one is authorised, and of subscribers that list the
 * rows on their screen only those that list this row. Other filters are applied after the subscriber is
 * authorised to see the row, so that a filter cannot reveal anything about hidden rows.
 */
export function mayMatch({ binding, subscriber }: Listener, change: Change): boolean {
  if (binding.event !== '*' && binding.event !== change.type) return false;
  const filters = binding.filters.get(change.entity) ?? [];
  const source = filteredRow(change);
  return filters.every((filter) => {
    const { column, negate, decidedBy } = filter;
    if (negate || decidedBy === null) return true;
    if (!isOwnAccountFilter(filter, subscriber.account) && !isKeyFilter(filter, change))
      return true;
    const value = source[column];
    return typeof value === 'string' && decidedBy.has(value);
  });
}

/** Whether a filter passes a change; null if the database has to decide. */
function passes(
  { column, op, negate, decidedBy }: TableFilter,
  change: Change,
  changes: RoleChanges,
): boolean | null {
  const value = changes.mayFilterBy(column, change.type) ? filteredRow(change)[column] : undefined;
  if (value === undefined) return false;
  if (decidedBy === null) return null;
  if (op === 'is') return (value === null) !== negate;
  // As in SQL, no value equals null or differs from it.
  if (value === null) return false;
  return (op === 'neq' ? !decidedBy.has(value) : decidedBy.has(value)) !== negate;
}

/**
 * The filters of a binding that the database has to evaluate before a change is sent.
 * @returns null when another filter of the binding does not pass the change
 */
export function undecidedFilters(
  binding: Binding,
  change: Change,
  changes: RoleChanges,
): TableFilter[] | null {
  const filters = binding.filters.get(change.entity) ?? [];
  // The message of a table without a primary key has an error instead of values.
  if (filters.length === 0 || changes.isKeyMissing(change.type)) return [];
  const undecided: TableFilter[] = [];
  for (const filter of filters) {
    const isPassed = passes(filter, change, changes);
    if (isPassed === false) return null;
    if (isPassed === null) undecided.push(filter);
  }
  return undecided;
}
