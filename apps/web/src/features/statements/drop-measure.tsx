import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '#lib/app.ts';
import { Dot } from '#ui/dot.tsx';
import { statementsOptions } from './queries.ts';

/** What a card says of a measure that is in force. */
const WORDS: Readonly<Record<string, string>> = {
  remove: 'Removed',
  hold: 'Being checked',
  flag: 'Hidden for now',
  limit: 'Not in lists',
};

/** What was decided about an own drop, if anything, with a link to the statement. */
export default function DropMeasure({ userId, dropId }: { userId: string; dropId: string }) {
  const { data: statements = [] } = useQuery(statementsOptions(useClient(), userId));
  const statement = statements.find(
    ({ subjectId, measure, endedOn }) =>
      subjectId === dropId && endedOn === null && measure in WORDS,
  );
  if (!statement) return null;
  return (
    <>
      <Dot />
      <Link
        to="/statements/{-$id}"
        params={{ id: statement.id }}
        className="shrink-0 rounded-sm font-medium text-danger underline underline-offset-4"
      >
        {WORDS[statement.measure]}: why?
      </Link>
    </>
  );
}
