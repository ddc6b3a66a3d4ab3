import { useEffect } from 'react';
import { useApp } from '#lib/app.ts';
import { openLiveTopic } from '#lib/live-channel.ts';
import { serialReads } from '#lib/serial-reads.ts';
import { caseKeys } from './case-queries.ts';

/** Reads what is shown of cases again when one has changed. */
export function useLiveCases(): void {
  const { client, queryClient } = useApp();
  useEffect(() => {
    const readAgain = serialReads(() =>
      queryClient.invalidateQueries({ queryKey: caseKeys.all() }),
    );
    return openLiveTopic(client, 'desk', { onMessage: readAgain, onJoin: readAgain });
  }, [client, queryClient]);
}
