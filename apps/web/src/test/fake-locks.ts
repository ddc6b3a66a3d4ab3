import { onTestFinished } from 'vitest';

/** Gives the page Web Locks for one test, which jsdom lacks: requests of a name run one after the other. */
export function fakeLocks(): void {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, _options: object, work: () => Promise<unknown>) => {
    const run = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}
