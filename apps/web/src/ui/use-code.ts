import { useEffect, useState } from 'react';
import { ignore, sayCodeIsMissing } from './code-is-missing.ts';
import { whenIdle } from './when-idle.ts';

/** Fetches code while the page is idle, ahead of its first use. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => whenIdle(() => void load().catch(ignore)), [load]);
}

/**
 * The code of something that a press opens: fetched while the page is idle, by
 * the first press at the latest.
 *
 * @returns whether it has been needed and is there, so that it can be drawn; and a
 *   function that does something as soon as it is. Where it does not come a toast says so
 */
export function useCode(
  load: () => Promise<unknown>,
): [isThere: boolean, withCode: (act: () => void) => void] {
  const [isThere, setIsThere] = useState(false);
  usePreload(load);

  const fetchFor = async (act: () => void) => {
    try {
      await load();
    } catch (cause) {
      sayCodeIsMissing(cause);
      return;
    }
    setIsThere(true);
    act();
  };
  const withCode = (act: () => void) => {
    if (isThere) act();
    else void fetchFor(act);
  };
  return [isThere, withCode];
}
