import { useParams, useSearch } from '@tanstack/react-router';

/**
 * Returns the id of the comment to which the page's address links (`?comment=`), as notifications do.
 *
 * @param dropId the drop whose comments are shown; undefined is returned on the page of another drop
 */
export function useLinkedComment(dropId: string): string | undefined {
  const { id } = useParams({ strict: false });
  const { comment } = useSearch({ strict: false });
  return id === dropId ? comment : undefined;
}
