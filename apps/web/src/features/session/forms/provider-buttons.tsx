import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { authMessage } from './auth-messages.ts';
import { useSignInWithProvider } from '#features/session/mutations.ts';
import { providersOptions, type SignInProvider } from './sign-in-providers.ts';
import { useClient } from '#lib/app.ts';
import type { Invitation } from './invitation-mutations.ts';

interface ProviderButtonsProps {
  /** The path to open after signing in. */
  next: string | undefined;
  /** Reserved first for whoever signs up with it, since a new account from a provider brings no code. */
  invitation?: Invitation | undefined;
  /** Ids of the providers to offer; by default all that the server has enabled. */
  only?: string[];
}

/** Buttons for the enabled sign-in providers; these both sign in and sign up. */
export function ProviderButtons({ next, invitation, only }: ProviderButtonsProps) {
  const client = useClient();
  // Without a response no buttons are shown; the form above still works.
  const { data = [] } = useQuery(providersOptions(client));
  const providers = only ? data.filter(({ id }) => only.includes(id)) : data;
  const { mutateAsync: signIn } = useSignInWithProvider();
  const [openedId, setOpenedId] = useState<string>();

  if (providers.length === 0) return null;

  const openProvider = async ({ id, name }: SignInProvider) => {
    setOpenedId(id);
    try {
      if (invitation?.code) {
        const { reserveInvitation } = await import('./invitation-mutations.ts');
        await reserveInvitation(client, invitation);
      }
      await signIn({ provider: id, next });
    } catch (error) {
      setOpenedId(undefined);
      toast.error(invitation?.code ? 'Sign up failed' : `${name} could not be reached`, {
        description: authMessage(error),
      });
    }
  };

  return (
    <section aria-label="Other ways in" className="mt-7 grid gap-3">
      {!only && (
        <p className="flex items-center gap-4 text-sm text-ink-faint before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          or
        </p>
      )}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant="secondary"
          size="lg"
          disabled={openedId !== undefined}
          pending={openedId === provider.id}
          onClick={() => void openProvider(provider)}
        >
          Continue with {provider.name}
        </Button>
      ))}
    </section>
  );
}
