import { loadUntilArrived } from '#lib/lazy-code.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { ARRIVAL, type TakeOver } from './early-page.ts';

interface AppCode {
  /** The function of the app that replaces the page. */
  arrived: Promise<TakeOver>;
  /** Loads the code now, because the visitor has done something that needs the app. */
  hurry: () => void;
}

/**
 * Loads what the document lists for later: typefaces, and the app's code. This begins when the page is idle. The files
 * are fetched at the same time and run one by one, so that no single task occupies the main thread of a slow phone.
 *
 * @param before what comes first, unless the visitor does something that needs the app
 * @param onFailure is called when a file cannot be fetched; it is fetched again until it is there
 */
export function loadApp(
  page: Document,
  before: Promise<unknown>,
  onFailure: (cause: unknown) => void,
): AppCode {
  const template = page.querySelector<HTMLTemplateElement>('template#undertone-app');
  const links = [...(template?.content.querySelectorAll('link') ?? [])];
  const styles = [...(template?.content.querySelectorAll('style') ?? [])];
  const arrived = new Promise<TakeOver>((resolve) =>
    addEventListener(ARRIVAL, ({ detail }) => resolve(detail), { once: true }),
  );
  let isHurried = false;

  const load = async () => {
    for (const { href } of links) {
      if (!isHurried) await new Promise<void>((resolve) => whenIdle(resolve));
      await import(/* @vite-ignore */ href);
    }
  };
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    page.head.append(...[...styles, ...links].map((each) => each.cloneNode(true)));
    loadUntilArrived(load, onFailure);
  };

  const hurry = () => {
    isHurried = true;
    begin();
  };
  whenIdle(() => before);
  whenIdle(begin);
  return { arrived, hurry };
}
