import { useMutation } from '@tanstack/react-query';
import { useApp, useClient } from '#lib/app.ts';
import { pushKeys } from '#lib/push-device.ts';
import { turnOffPush } from '#lib/push-here.ts';
import type { PushDevice } from './push-queries.ts';

/** Ends push messages on a device. */
export function useRemovePushDevice() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async ({ id, userId, isCurrent }: PushDevice) => {
      await client.from('push_subscriptions').delete().eq('id', id).throwOnError();
      if (isCurrent) await turnOffPush(userId);
      await queryClient.invalidateQueries({ queryKey: pushKeys.devices(userId) });
    },
  });
}

/** Sends a test message to a device. */
export function useSendTestPush() {
  const client = useClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await client.rpc('send_test_push', { device: id }).throwOnError();
    },
  });
}
