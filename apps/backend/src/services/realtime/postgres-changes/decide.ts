import type { Change } from '../replication/pgoutput.ts';
import type { RoleView } from './role-view.ts';
import type { Binding, Listener, TableFilter } from './subscriptions.ts';

/** The texts of a change that filters are held against. */
export const sourceOf = ({ record, oldRecord }: Change): Readonly<Record<string, string | null>> =>
  record ?? oldRecord ?? {};

const isOwnAccount = ({ op, negate, decidedBy }: TableFilter, account: string | null): boolean =>
  op === 'eq' && !negate && account !== null && decidedBy?.has(account) === true;

/**
 * Whether it has to be found out if a binding's subscriber sees a change. That depends on the
 * kind of change alone, and on whose row it is where the binding asks for the subscriber's own:
 * with a thousand people who listen to `recipient_id=eq.<themselves>`, one of them is asked
 * about. No other filter is looked at before it is known that its subscriber sees the row.
 */
export function mayConcern({ binding, subscriber }: Listener, change: Change): boolean {
  if (binding.event !== '*' && binding.event !== change.type) return false;
  const { account } = subscriber;
  const filters = binding.filters.get(change.entity) ?? [];
  const source = sourceOf(change);
  return filters.every(
    (filter) => !isOwnAccount(filter, account) || source[filter.column] === account,
  );
}

/** Whether a filter lets a change pass, or null where only the database knows. */
function decide(
  { column, op, negate, decidedBy }: TableFilter,
  change: Change,
  view: RoleView,
): boolean | null {
  const value = view.mayFilterBy(column, change.type) ? sourceOf(change)[column] : undefined;
  if (value === undefined) return false;
  if (decidedBy === null) return null;
  if (op === 'is') return (value === null) !== negate;
  // As in SQL: nothing equals null, nor differs from it.
  if (value === null) return false;
  return (op === 'neq' ? !decidedBy.has(value) : decidedBy.has(value)) !== negate;
}

/**
 * The filters that the database has to evaluate before a change that the subscriber sees is told
 * to a binding; null when one of the others lets it not pass.
 */
export function openFilters(
  binding: Binding,
  change: Change,
  view: RoleView,
): TableFilter[] | null {
  const filters = binding.filters.get(change.entity) ?? [];
  // Without a key there is nothing to tell but that there is none.
  if (filters.length === 0 || view.isKeyMissing(change.type)) return [];
  const open: TableFilter[] = [];
  for (const filter of filters) {
    const isPassed = decide(filter, change, view);
    if (isPassed === false) return null;
    if (isPassed === null) open.push(filter);
  }
  return open;
}
