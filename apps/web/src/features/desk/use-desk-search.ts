import { useNavigate, useSearch } from '@tanstack/react-router';

/** The search parameters of all screens of the desk, which share a route. Each screen validates its own. */
export type DeskSearch = {
  [
    Name in
      | 'person'
      | 'staff'
      | 'state'
      | 'kind'
      | 'reason'
      | 'assigned'
      | 'order'
      | 'since'
      | 'until'
  ]?: string;
};

/**
 * The search parameters of a screen of the desk, and a function that changes them.
 *
 * @param read validates them, as `searchParams` does, and leaves out those with their default
 */
export function useDeskSearch<Params extends DeskSearch>(
  read: (search: Record<string, unknown>) => Params,
): [params: Params, change: (params: Params) => void] {
  const params = read(useSearch({ from: '/_shell/desk/$' }));
  const navigate = useNavigate({ from: '/desk/$' });
  const change = (next: DeskSearch) =>
    void navigate({ to: '.', search: read(next), resetScroll: false });
  return [params, change];
}
