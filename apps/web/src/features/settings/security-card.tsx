import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { authMessage } from '#features/session/forms/auth-messages.ts';
import { Card } from '#ui/card.tsx';
import { ListProblem } from '#ui/query-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DeleteAccountRow } from './delete-account-row.tsx';
import { EmailRow } from './email-row.tsx';
import { PasswordRow } from './password-row.tsx';
import { accountOptions } from './security-queries.ts';
import { SessionsRow } from './sessions-row.tsx';
import { StatementsRow } from './statements-row.tsx';
import { TwoFactorRow } from './two-factor-row.tsx';
import { useClient } from '#lib/app.ts';

interface SecurityCardProps {
  /** Removes a deleted account's data from this device. */
  clearDevice: () => Promise<void>;
  /** Shown before the deletion of the account. */
  exportRow: ReactNode;
}

/** Second factors, password, email address, sessions, copies of the data, decisions, and deletion of the account. */
export function SecurityCard({ clearDevice, exportRow }: SecurityCardProps) {
  const client = useClient();
  const query = useQuery(accountOptions(client));
  const account = query.data;
  return (
    <Card className="mt-6">
      <h2 className="mb-5 text-xl">Security</h2>
      {account ? (
        <div>
          <TwoFactorRow account={account} />
          <PasswordRow account={account} />
          <EmailRow account={account} />
          <SessionsRow />
          {exportRow}
          <StatementsRow />
          <DeleteAccountRow account={account} clearDevice={clearDevice} />
        </div>
      ) : query.error ? (
        <ListProblem query={query} failure={authMessage(query.error)} compact />
      ) : (
        <SecuritySkeleton />
      )}
    </Card>
  );
}

function SecuritySkeleton() {
  return (
    <div className="grid gap-6">
      <span data-announced className="sr-only">
        Loading security settings...
      </span>
      {[0, 1, 2, 3].map((row) => (
        <span key={row} className="flex items-center justify-between gap-6">
          <span className="grid grow gap-2">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="h-3.5 w-64 max-w-full" />
          </span>
          <Skeleton className="h-9 w-24 rounded-full" />
        </span>
      ))}
    </div>
  );
}
