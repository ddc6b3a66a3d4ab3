import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deskKeys } from './desk-queries.ts';

/** Whether the desk has refused a request because the session has no second factor: the frame asks for it. */
export const isWithoutFactor = (error: unknown): boolean =>
  error instanceof Object && 'hint' in error && error.hint === 'aal2';

/**
 * Whether the desk has refused a request because the session has no second factor, and a function that reads
 * everything again once it has. What a person was writing meanwhile stays where it is.
 */
export function useRefusedFactor(): [isRefused: boolean, readAgain: () => void, close: () => void] {
  const queryClient = useQueryClient();
  const [isRefused, setRefused] = useState(false);

  useEffect(() => {
    const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()];
    const stops = caches.map((cache) =>
      cache.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (isWithoutFactor(event.action.error)) setRefused(true);
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);

  const close = () => setRefused(false);
  const readAgain = () => {
    close();
    void queryClient.invalidateQueries({ queryKey: deskKeys.all });
  };
  return [isRefused, readAgain, close];
}
