import type { User } from '@supabase/auth-js';
import { FACTOR_REQUEST_HOURS } from '@undertone/domain/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sendsMailOptions } from '#features/session/mail-queries.ts';
import { refreshSession } from '#features/session/forms/factor-verification.ts';
import { PasswordField } from '#features/session/forms/password-field.tsx';
import { confirmPassword } from '#features/session/forms/password-mutations.ts';
import { ProviderButtons } from '#features/session/forms/provider-buttons.tsx';
import {
  PasswordNeededError,
  recoverFactor,
  recoveryOptions,
  requestFactorRemoval,
} from '#features/session/forms/recovery.ts';
import { useFieldForm } from '#features/session/forms/use-field-form.ts';
import { useClient } from '#lib/app.ts';
import { errorCode } from '#lib/backend-error.ts';
import { Button } from '#ui/button.tsx';
import { exactMoment } from '#ui/exact-moment.ts';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.ts';

/** The longest text for staff. */
const WORDS_MAX = 500;

/** The ways in for those who have lost their second factor: a recovery code, or staff. */
export default function LostFactor() {
  const client = useClient();
  const { data } = useQuery(recoveryOptions(client));
  const { data: sendsMail = false } = useQuery(sendsMailOptions(client));
  const [hasNoCode, setHasNoCode] = useState(false);
  const decidedFrom = data?.decidedFrom ?? null;

  if (hasNoCode && decidedFrom === null) return <RequestForm sendsMail={sendsMail} />;
  return (
    <>
      {decidedFrom !== null && <PendingRequest decidedFrom={decidedFrom} sendsMail={sendsMail} />}
      <CodeForm />
      {decidedFrom === null && (
        <Button variant="quiet" className="mt-4 self-center" onClick={() => setHasNoCode(true)}>
          I lost both
        </Button>
      )}
    </>
  );
}

interface PendingRequestProps {
  decidedFrom: string;
  sendsMail: boolean;
}

function PendingRequest({ decidedFrom, sendsMail }: PendingRequestProps) {
  return (
    <output className="mb-7 block rounded-lg bg-paper-sunken px-4 py-3 text-[0.9375rem]">
      You have asked us to remove your second factor. We decide on {exactMoment(decidedFrom)} at the
      earliest.{' '}
      {sendsMail
        ? 'The mails that we send until then have a link that cancels it.'
        : 'Signing in with the factor cancels it.'}
    </output>
  );
}

function CodeForm() {
  const client = useClient();
  const navigate = useNavigate();
  const input = useFocus<HTMLInputElement>();
  const [code, setCode] = useState('');
  const { password, form, problemOf } = usePasswordForm({
    name: 'code',
    validate: () => (code.trim() === '' ? 'Please enter a recovery code' : undefined),
    send: async () => {
      await recoverFactor(client, code);
      // The page to which this one leads on, once the session needs no second factor.
      await navigate({ to: '/auth/second-step', search: { next: '/settings' }, replace: true });
      await refreshSession(client);
      toast.success('Welcome back!', {
        description: 'Two-factor is off until you turn it on again.',
      });
    },
  });

  return (
    <Form className="grid gap-5" onSubmit={form.submit}>
      <p className="-mt-3 text-ink-soft">
        A recovery code turns two-factor off, and signs out your other devices.
      </p>
      <TextField
        ref={input}
        label="Recovery code"
        hint="One of the ten that you have kept"
        error={problemOf('code')}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
        value={code}
        onValueChange={setCode}
      />
      {password}
      <Button type="submit" pending={form.isPending}>
        {form.isPending ? 'Looking...' : 'Sign In'}
      </Button>
    </Form>
  );
}

function RequestForm({ sendsMail }: { sendsMail: boolean }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const input = useFocus<HTMLTextAreaElement>();
  const [words, setWords] = useState('');
  const { password, form, problemOf } = usePasswordForm({
    name: 'words',
    validate: () => undefined,
    send: async () => {
      await requestFactorRemoval(client, words);
      await queryClient.invalidateQueries(recoveryOptions(client));
    },
  });

  return (
    <Form className="grid gap-5" onSubmit={form.submit}>
      <p className="-mt-3 text-ink-soft">
        Our team can remove your second factor, {FACTOR_REQUEST_HOURS} hours after you have asked
        for it at the earliest.{' '}
        {sendsMail
          ? 'Until then we send you three mails, each with a link that cancels it. So does signing in with the factor.'
          : 'Until then, signing in with the factor cancels it.'}
      </p>
      <Field
        label="What should we know?"
        hint="What happened, and how we can tell that it is your account. You may leave it empty."
        error={problemOf('words')}
      >
        {(control) => (
          <Textarea
            {...control}
            ref={input}
            name="words"
            maxLength={WORDS_MAX}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
      </Field>
      {password}
      <Button type="submit" pending={form.isPending}>
        {form.isPending ? 'Sending...' : 'Ask to remove it'}
      </Button>
    </Form>
  );
}

/** A ref of the control that takes the focus when it appears. */
function useFocus<Control extends HTMLElement>() {
  const control = useRef<Control>(null);
  useEffect(() => control.current?.focus(), []);
  return control;
}

/** A form that gets a password field when the server requires the password again. */
function usePasswordForm({ name, validate, send }: Parameters<typeof useFieldForm>[0]) {
  const client = useClient();
  const [owner, setOwner] = useState<User>();
  const [password, setPassword] = useState('');
  const email = owner?.email;
  const form = useFieldForm({
    name,
    validate,
    send: async () => {
      if (email !== undefined && password !== '')
        await confirmPassword(client, { email, password });
      try {
        await send();
      } catch (error) {
        if (error instanceof PasswordNeededError) {
          const { data } = await (await client.auth()).getSession();
          setOwner(data.session?.user);
          setPassword('');
        }
        throw error;
      }
    },
    fieldOf: (error) =>
      error instanceof PasswordNeededError || errorCode(error) === 'invalid_credentials'
        ? 'password'
        : undefined,
  });
  const problemOf = (field: string) => (form.problemField === field ? form.problem : undefined);
  return {
    form,
    problemOf,
    password: owner && (
      <PasswordAgain
        owner={owner}
        problem={problemOf('password')}
        value={password}
        onValueChange={setPassword}
      />
    ),
  };
}

interface PasswordAgainProps {
  owner: User;
  problem: string | undefined;
  value: string;
  onValueChange: (password: string) => void;
}

/** Asks for the password, or else leads to the account's sign-in provider, which leads back here. */
function PasswordAgain({ owner, problem, value, onValueChange }: PasswordAgainProps) {
  const input = useFocus<HTMLInputElement>();
  const providers = (owner.identities ?? []).map(({ provider }) => provider);

  if (providers.length > 0 && !providers.includes('email')) {
    return (
      <>
        <p role="alert" className="text-[0.9375rem] text-ink-soft">
          You signed in a while ago. Sign in again the way you always do.
        </p>
        <ProviderButtons next="/settings" only={providers} />
      </>
    );
  }
  return (
    <>
      <input type="text" hidden readOnly autoComplete="username" value={owner.email ?? ''} />
      <PasswordField
        ref={input}
        error={problem}
        value={value}
        onValueChange={onValueChange}
        autoComplete="current-password"
      />
    </>
  );
}
