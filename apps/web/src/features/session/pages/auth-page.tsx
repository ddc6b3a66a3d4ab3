import { useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Loading } from '#ui/loading.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ProviderButtons } from '#features/session/forms/provider-buttons.tsx';
import { SignInForm } from '#features/session/forms/sign-in-form.tsx';
import { SignUpForm } from '#features/session/forms/sign-up-form.tsx';

/** Shown after a first sign-up. */
const ConfirmEmail = lazyPart(
  async () => {
    const { ConfirmEmail } = await import('./confirm-email.tsx');
    return { default: ConfirmEmail };
  },
  { fallback: <Loading /> },
);

/** Few visitors come because their session has ended. */
const SessionEndNote = lazyPart(() => import('./session-end-note.tsx'));

export type AuthTab = 'sign-in' | 'sign-up';

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
] as const;

const headings: Record<AuthTab, string> = {
  'sign-in': 'Good to hear you again',
  'sign-up': 'Find your undertone',
};

interface AuthPageProps {
  tab: AuthTab;
  onTabChange: (tab: AuthTab) => void;
  /** The path to open after signing in, passed on to sign-in providers and the mail of a sign-up. */
  next: string | undefined;
}

/** Sign in and sign up. Once there is a session, the route's guard leaves this page. */
export function AuthPage({ tab, onTabChange, next }: AuthPageProps) {
  const [email, setEmail] = useState('');
  const [invitation, setInvitation] = useState('');
  const [confirming, setConfirming] = useState<{ email: string; justSent: boolean }>();

  if (confirming !== undefined) {
    return (
      <AuthFrame title="Confirm your email" heading="Check your email">
        <ConfirmEmail {...confirming} next={next} onBack={() => setConfirming(undefined)} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={tab === 'sign-in' ? 'Sign In' : 'Sign Up'}
      heading={headings[tab]}
      focusesField
    >
      <SessionEndNote />
      <Tabs label="Account" tabs={tabs} value={tab} onChange={onTabChange} fill>
        <div className="pt-7">
          {tab === 'sign-in' ? (
            <SignInForm
              email={email}
              onEmailChange={setEmail}
              onConfirmationNeeded={(address) => setConfirming({ email: address, justSent: false })}
            />
          ) : (
            <SignUpForm
              email={email}
              onEmailChange={setEmail}
              invitation={invitation}
              onInvitationChange={setInvitation}
              onConfirmationNeeded={(address) => setConfirming({ email: address, justSent: true })}
              next={next}
            />
          )}
        </div>
      </Tabs>
      <ProviderButtons
        next={next}
        invitation={tab === 'sign-up' ? { code: invitation, email } : undefined}
      />
    </AuthFrame>
  );
}
