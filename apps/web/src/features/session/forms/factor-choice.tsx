import type { Factor } from '@supabase/auth-js';
import { useEffect, useState } from 'react';
import { useClient } from '#lib/app.ts';
import { Loading } from '#ui/loading.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { FactorCode } from './factor-code.tsx';
import { factorName } from './factor-queries.ts';
import { refreshSession } from './factor-verification.ts';

interface FactorChoiceProps {
  /** The account's verified factors; undefined while they are read. */
  factors: Factor[] | undefined;
  submitLabel: string;
  onVerified: () => void;
}

/** Asks for the code of a second factor, of which the person chooses one if there are several. */
export function FactorChoice({ factors, submitLabel, onVerified }: FactorChoiceProps) {
  const [chosen, setChosen] = useState<string>();
  const client = useClient();
  const hasNoFactor = factors?.length === 0;

  // The last factor was removed on another device: a new token no longer requires one.
  useEffect(() => {
    if (hasNoFactor) void refreshSession(client).catch(() => undefined);
  }, [hasNoFactor, client]);

  const factor = factors?.find(({ id }) => id === chosen) ?? factors?.[0];
  if (!factors || !factor) return <Loading />;

  return (
    <div className="grid gap-6">
      {factors.length > 1 && (
        <SegmentedControl
          label="Where your code comes from"
          segments={factors.map((each) => ({ value: each.id, label: factorName(each) }))}
          value={factor.id}
          onChange={setChosen}
        />
      )}
      <FactorCode
        key={factor.id}
        factor={factor}
        submitLabel={submitLabel}
        onVerified={onVerified}
      />
    </div>
  );
}
