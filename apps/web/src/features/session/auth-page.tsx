import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Wordmark } from '#ui/logo.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { NightPanel } from './night-panel.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export type AuthTab = 'sign-in' | 'sign-up';

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
] as const;

const headings: Record<AuthTab, string> = {
  'sign-in': 'Good to hear you again',
  'sign-up': 'Find your undertone',
};

/** Sign in and sign up. What happens next is decided by the route, once there is a session. */
export function AuthPage({
  tab,
  onTabChange,
}: {
  tab: AuthTab;
  onTabChange: (tab: AuthTab) => void;
}) {
  useDocumentTitle(tab === 'sign-in' ? 'Sign In' : 'Sign Up');
  const [email, setEmail] = useState('');
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <NightPanel />
      <div className="flex flex-col px-6 sm:px-10">
        <header className="flex h-20 shrink-0 items-center">
          <Link to="/" aria-label="Undertone" className="rounded-sm lg:hidden">
            <Wordmark />
          </Link>
        </header>
        <main className="mx-auto flex w-full max-w-100 grow flex-col pt-4 pb-16 sm:justify-center sm:pt-0 sm:pb-28">
          <h1 className="mb-7 text-3xl sm:text-4xl">{headings[tab]}</h1>
          <Tabs label="Account" tabs={tabs} value={tab} onChange={onTabChange} fill>
            <div className="pt-7">
              {tab === 'sign-in' ? (
                <SignInForm email={email} onEmailChange={setEmail} />
              ) : (
                <SignUpForm
                  email={email}
                  onEmailChange={setEmail}
                  onConfirmationNeeded={() => onTabChange('sign-in')}
                />
              )}
            </div>
          </Tabs>
        </main>
      </div>
    </div>
  );
}
