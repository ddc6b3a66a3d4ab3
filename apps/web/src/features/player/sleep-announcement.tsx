import { useSleepTimer } from './sleep-choices.ts';

/** The live region of the sleep timer. A modal sheet needs one within, since it hides the page. */
export function SleepAnnouncement() {
  return <output className="sr-only">{useSleepTimer().announcement}</output>;
}
