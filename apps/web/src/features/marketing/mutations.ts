import { useMutation } from '@tanstack/react-query';
import type { ContactMessage } from '@undertone/domain/contact-message';
import { useClient } from '#lib/app.ts';

/** Sends a message to the people who run the site. */
export function useSendContact() {
  const client = useClient();
  return useMutation({
    mutationFn: async (message: ContactMessage) => {
      await client.rpc('send_contact', { ...message }).throwOnError();
    },
  });
}
