import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { accountKey } from '#lib/account-local-storage.ts';
import { useClient } from '#lib/app.ts';
import { readLocalItem, writeLocalItem } from '#lib/local-item.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { firstStepsOptions, isOver } from './queries.ts';

const FirstStepsCard = lazyPart(() => import('./first-steps-card.tsx'));

interface FirstStepsProps {
  userId: string;
  /** False where the column beside the feed suggests people. */
  withPeople: boolean;
  /** Called when the card is complete, or it is known that there is none: what is below no longer moves. */
  onReady: () => void;
}

/**
 * The first steps of a new account: until they are done or dismissed, a card above the feed. The device
 * remembers that they are over, so that members of long standing ask the server once.
 */
export default function FirstSteps({ userId, withPeople, onReady }: FirstStepsProps) {
  const client = useClient();
  const key = accountKey('first-steps', userId);
  const { data: steps, failureCount } = useQuery({
    ...firstStepsOptions(client, userId),
    enabled: readLocalItem(key) === null,
  });
  const over = steps !== undefined && isOver(steps);
  useEffect(() => {
    if (steps) writeLocalItem(key, over ? 'over' : null);
  }, [key, steps, over]);
  // A card that came after all would move the feed.
  const [isMissing, setMissing] = useState(false);
  const giveUp = useCallback(() => setMissing(true), []);
  if (failureCount > 0 && !isMissing) setMissing(true);
  const hasNone = over || isMissing;
  useLayoutEffect(() => {
    if (hasNone) onReady();
  }, [hasNone, onReady]);
  if (!steps || hasNone) return null;
  return (
    <FirstStepsCard
      userId={userId}
      steps={steps}
      withPeople={withPeople}
      onReady={onReady}
      onMissing={giveUp}
    />
  );
}
