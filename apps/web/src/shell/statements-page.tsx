import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExportRow } from '#features/export/export-row.tsx';
import { useSession } from '#features/session/session-context.ts';
import { DeleteAccountRow } from '#features/settings/delete-account-row.tsx';
import { accountOptions } from '#features/settings/security-queries.ts';
import { restrictionOptions } from '#features/statements/queries.ts';
import { Statements } from '#features/statements/statements.tsx';
import { useApp, useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { clearDevice } from './clear-device.ts';
import { Page } from './page.tsx';

interface StatementsPageProps {
  userId: string;
  openId: string | undefined;
}

/** The decisions about the reader. A banned account, which has no other page, can also leave from here. */
export function StatementsPage({ userId, openId }: StatementsPageProps) {
  const { data: restriction } = useQuery(restrictionOptions(useClient(), userId));
  return (
    <Page
      title="Statements"
      subtitle={
        openId === undefined ? (
          'What our team has decided about you and what you posted, and why.'
        ) : (
          <Link
            to="/statements/{-$id}"
            params={{ id: undefined }}
            className="underline underline-offset-4"
          >
            All statements
          </Link>
        )
      }
    >
      <Statements userId={userId} openId={openId} />
      {restriction?.kind === 'banned' && <Leaving userId={userId} />}
    </Page>
  );
}

/** What a banned account can do besides reading statements and appealing. */
function Leaving({ userId }: { userId: string }) {
  const app = useApp();
  const { setSigningOut } = useSession();
  const { data: account } = useQuery(accountOptions(app.client));
  return (
    <Card className="mt-10">
      <h2 className="mb-5 text-xl">Your account</h2>
      <ExportRow userId={userId} />
      {account && (
        <DeleteAccountRow account={account} clearDevice={() => clearDevice(app, userId)} />
      )}
      <div className="mt-5 border-t border-line pt-5">
        <Button variant="secondary" onClick={() => setSigningOut(true)}>
          Sign Out
        </Button>
      </div>
    </Card>
  );
}
