import type { Change } from './replication/pgoutput.ts';
import type { Binding, TableFilter } from './subscriptions.ts';

/** Whether a filter lets a change pass, or null where only the database knows. */
function decide({ column, op, negate, decidedBy }: TableFilter, change: Change): boolean | null {
  if (decidedBy === null) return null;
  const source = change.record ?? change.oldRecord ?? {};
  const value = source[column];
  // As in SQL: nothing equals null, nor differs from it.
  if (value === undefined || value === null) return false;
  const isOneOf = decidedBy.includes(value);
  return (op === 'neq' ? !isOneOf : isOneOf) !== negate;
}

/**
 * The filters that the database has to answer before a change can be told to a binding;
 * null when it is none of the binding's, whatever the database says.
 */
export function openFilters(binding: Binding, change: Change): TableFilter[] | null {
  if (binding.event !== '*' && binding.event !== change.type) return null;
  const open: TableFilter[] = [];
  for (const filter of binding.filters.get(change.entity) ?? []) {
    const isPassed = decide(filter, change);
    if (isPassed === false) return null;
    if (isPassed === null) open.push(filter);
  }
  return open;
}
