import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { useSignOut } from '#features/session/use-sign-out.ts';
import { setTheme, useTheme, type Theme } from '#lib/theme.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { SecurityCard } from './security-card.tsx';

const themes = [
  { value: 'system', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies { value: Theme; label: string }[];

/** What can be set today: the look, how the account is got into, and leaving. */
export function SettingsPage() {
  useDocumentTitle('Settings');
  const { username, user } = useSession();
  const signOut = useSignOut();
  const theme = useTheme();
  const [leaving, setLeaving] = useState(false);

  const logOut = async () => {
    setLeaving(true);
    await signOut();
  };

  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-4xl">Settings</h1>
      <p className="mt-2 text-ink-soft">
        {username}
        {username !== undefined && ' · '}
        {user?.email}
      </p>
      <Card className="mt-8">
        <h2 className="mb-4 text-xl">Appearance</h2>
        <SegmentedControl label="Dark Mode" segments={themes} value={theme} onChange={setTheme} />
      </Card>
      <SecurityCard />
      <Button variant="secondary" className="mt-6" pending={leaving} onClick={() => void logOut()}>
        <LogOut />
        Logout
      </Button>
    </div>
  );
}
