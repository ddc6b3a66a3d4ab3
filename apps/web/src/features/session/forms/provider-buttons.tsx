import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { authWords } from './auth-words.ts';
import { useSignInWithProvider } from '#features/session/mutations.ts';
import { providersOptions, type ThirdParty } from './provider-queries.ts';
import { useClient } from '#lib/app.ts';

interface ProviderButtonsProps {
  /** The path to go on to. */
  next: string | undefined;
  /** Leaves out all but these; all that the server knows unless told otherwise. */
  only?: string[];
}

/** The third parties that the server knows, if any: one way in for who has an account and who has not. */
export function ProviderButtons({ next, only }: ProviderButtonsProps) {
  const client = useClient();
  // Without an answer there are no buttons: the form above works all the same.
  const { data = [] } = useQuery(providersOptions(client));
  const providers = only ? data.filter(({ id }) => only.includes(id)) : data;
  const { mutateAsync: signIn } = useSignInWithProvider();
  const [leavingFor, setLeavingFor] = useState<string>();

  if (providers.length === 0) return null;

  const leave = async ({ id, name }: ThirdParty) => {
    setLeavingFor(id);
    try {
      await signIn({ provider: id, next });
    } catch (error) {
      setLeavingFor(undefined);
      toast.error(`${name} could not be reached`, { description: authWords(error) });
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
          disabled={leavingFor !== undefined}
          pending={leavingFor === provider.id}
          onClick={() => void leave(provider)}
        >
          Continue with {provider.name}
        </Button>
      ))}
    </section>
  );
}
