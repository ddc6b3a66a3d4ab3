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
 * Loads the app's code from the files that the document lists: when the page is idle, and file by file, so that no
 * single task occupies the main thread of a slow phone.
 *
 * @param onFailure is called when a file cannot be fetched; it is fetched again until it is there
 */
export function loadApp(page: Document, onFailure: (cause: unknown) => void): AppCode {
  const template = page.querySelector<HTMLTemplateElement>('template#undertone-app');
  const links = [...(template?.content.querySelectorAll('link') ?? [])];
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
    // Fetches all files at the same time; they run one after the other.
    page.head.append(...links.map((link) => link.cloneNode()));
    loadUntilArrived(load, onFailure);
  };

  const hurry = () => {
    isHurried = true;
    begin();
  };
  whenIdle(begin);
  return { arrived, hurry };
}
