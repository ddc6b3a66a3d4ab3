import type { Restriction } from './case.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** That a person is suspended or banned now. */
export function RestrictionNote({ restriction }: { restriction: Restriction | null }) {
  if (restriction === null) return null;
  const { kind, until } = restriction;
  return (
    <p className="mt-3 text-[0.9375rem] font-medium text-danger">
      {kind === 'banned' ? 'Banned' : 'Suspended'}
      {until !== null && ` until ${day.format(new Date(until))}`}
    </p>
  );
}
