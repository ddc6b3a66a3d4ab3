import type { Change } from '../replication/pgoutput.ts';
import type { RoleChanges } from './role-changes.ts';
import type { Binding, Listener, TableFilter } from './subscriptions.ts';

/** The row of a change that filters apply to, as texts. */
export const filteredRow = ({
  record,
  oldRecord,
}: Change): Readonly<Record<string, string | null>> => record ?? oldRecord ?? {};

const isOwnAccountFilter = ({ op, decidedBy }: TableFilter, account: string | null): boolean =>
  op === 'eq' && account !== null && decidedBy?.has(account) === true;

const isKeyFilter = ({ op, column }: TableFilter, { primaryKey }: Change): boolean =>
  (op === 'eq' || op === 'in') && primaryKey.includes(column);

/**
 * Whether a change may be for a binding, so that its subscriber has to be authorised. That depends
 * on the event, on filters by the subscriber's own account, and on those by the table's primary key:
 * of a thousand subscribers with `recipient_id=eq.<own id>` only one is then asked about, and of
 * those who name the rows that they show only who shows this one. Other filters are not applied
 * before the subscriber is known to see the row, so that nothing can be learned from them.
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

/** Whether a filter passes a change; null where only the database can decide. */
function passes(
  { column, op, negate, decidedBy }: TableFilter,
  change: Change,
  changes: RoleChanges,
): boolean | null {
  const value = changes.mayFilterBy(column, change.type) ? filteredRow(change)[column] : undefined;
  if (value === undefined) return false;
  if (decidedBy === null) return null;
  if (op === 'is') return (value === null) !== negate;
  // As in SQL: nothing equals null, nor differs from it.
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
  // The message of a table without a primary key holds no values, only an error.
  if (filters.length === 0 || changes.isKeyMissing(change.type)) return [];
  const undecided: TableFilter[] = [];
  for (const filter of filters) {
    const isPassed = passes(filter, change, changes);
    if (isPassed === false) return null;
    if (isPassed === null) undecided.push(filter);
  }
  return undecided;
}
