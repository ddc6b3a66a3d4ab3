import { useParams, useSearch } from '@tanstack/react-router';

/**
 * The comment that the page's address names (`?comment=`), because a notification about it led there.
 *
 * @param dropId the drop whose comments are shown; on the page of another one the answer is undefined
 * @returns the comment's id
 */
export function useNamedComment(dropId: string): string | undefined {
  const { id } = useParams({ strict: false });
  const { comment } = useSearch({ strict: false });
  return id === dropId ? comment : undefined;
}
