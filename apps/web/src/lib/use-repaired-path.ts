import { useState } from 'react';
import { repairPath } from '@undertone/domain/repair-path';

/**
 * The path that the page's address means, if it ends with a text's punctuation or begins with an @. Does not
 * follow the location: a page that redirects would render, and redirect, at each step of its own redirect.
 */
export function useRepairedPath(): string | undefined {
  const [repaired] = useState(() => repairPath(location.pathname));
  return repaired === location.pathname ? undefined : repaired;
}
