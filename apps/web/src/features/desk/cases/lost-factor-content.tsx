import { useQuery } from '@tanstack/react-query';
import { sendsMailOptions } from '#features/session/mail-queries.ts';
import { useClient } from '#lib/app.ts';
import { FACTOR_REMOVAL_HOURS } from './factor-removal.ts';
import { Card } from '#ui/card.tsx';
import type { CaseItem } from './case.ts';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** The request of a person who has lost the second factor and the recovery codes. */
export function LostFactorContent({ item }: { item: CaseItem }) {
  const { address = 'the address', words, factorSince } = item.details;
  const { data: sendsMail = false } = useQuery(sendsMailOptions(useClient()));
  const decidedFrom = new Date(
    new Date(item.openedAt).getTime() + FACTOR_REMOVAL_HOURS * 3_600_000,
  );
  return (
    <Card className="grid gap-4">
      <p>
        The owner of this account knows the password, and says that the second factor and the
        recovery codes are lost. Somebody who has stolen the password would say so too: a sign-in
        with the factor
        {sendsMail && (
          <>
            , or the link in one of three mails to{' '}
            <strong className="font-medium">{address}</strong>,
          </>
        )}{' '}
        cancels the request.
        {!sendsMail &&
          ` This site sends no mails, so the owner of ${address} may not know of it: make sure in another way.`}
      </p>
      {typeof words === 'string' && words !== '' && (
        <blockquote
          dir="auto"
          className="border-l-2 border-line-strong pl-4 wrap-anywhere whitespace-pre-line"
        >
          {words}
        </blockquote>
      )}
      <dl className="grid gap-1 text-[0.9375rem] text-ink-soft">
        {factorSince !== undefined && (
          <div className="flex gap-2">
            <dt>Factor since</dt>
            <dd>{moment.format(new Date(factorSince))}</dd>
          </div>
        )}
        <div className="flex gap-2">
          <dt>Can be removed from</dt>
          <dd>
            <time dateTime={decidedFrom.toISOString()}>{moment.format(decidedFrom)}</time>
          </dd>
        </div>
      </dl>
    </Card>
  );
}
