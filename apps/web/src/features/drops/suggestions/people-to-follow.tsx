import { useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidateDropsBy } from '#features/drops/invalidate-drops-by.ts';
import { SuggestedPeople } from '#features/people/suggested-people.tsx';
import { suggestedPeopleOptions } from '#features/people/suggested-queries.ts';
import { useClient } from '#lib/app.ts';
import { SampleButton } from './sample-button.tsx';
import { samplesOfPeopleOptions } from './sample-queries.ts';

interface PeopleToFollowProps {
  /** Shows nothing while there is no suggestion, which is the default. */
  isOptional?: boolean;
  onFollowed?: () => void;
}

/** Suggested people, each with a drop to listen to. */
export function PeopleToFollow({ isOptional = true, onFollowed }: PeopleToFollowProps) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: people = [] } = useQuery(suggestedPeopleOptions(client));
  const ids = people.map(({ userId }) => userId);
  const { data: samples } = useQuery(samplesOfPeopleOptions(client, ids));
  return (
    <SuggestedPeople
      isOptional={isOptional}
      renderSample={({ userId, username }) => {
        const track = samples?.get(userId);
        return track && <SampleButton track={track} of={username} />;
      }}
      onFollowed={(userId) => {
        invalidateDropsBy(queryClient, userId);
        onFollowed?.();
      }}
    />
  );
}
