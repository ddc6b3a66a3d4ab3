import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useApp } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import type { ReadyTake } from '#features/clips/recorder/recorder-state.ts';
import {
  forgetKeptVeilSeed,
  keepVeilSeed,
  keptVeilSeedOptions,
} from '#features/clips/mask/veil-seeds.ts';
import type { TransformedClip } from '#features/clips/mask/transform-clip.ts';

interface VeilControlsProps {
  /** Null while a new recording replaces the take. */
  take: ReadyTake | null;
  /** What applied Veil to the take. */
  maskedBy: TransformedClip['by'] | undefined;
  isFiltering: boolean;
  /** Called when the user requests another voice for the take. */
  onNewVoice: () => void;
}

/** The synthetic voice of Veil: a new one for this take, or the same one for the session. */
export function VeilControls({ take, maskedBy, isFiltering, onNewVoice }: VeilControlsProps) {
  const { queryClient } = useApp();
  const { data: kept } = useQuery(keptVeilSeedOptions);
  // The server uses a seed of its own, and does not keep it.
  const isByServer = maskedBy === 'server';
  return (
    <div className="mt-3 rounded-lg border border-line px-4 py-2 max-sm:mt-1.5 max-sm:px-2.5 max-sm:py-1.5">
      <p className="text-sm text-ink-soft max-sm:text-[0.8125rem] max-sm:leading-tight">
        {isByServer
          ? 'This device cannot apply Veil by itself, so each voice drop gets a new voice.'
          : 'Veil makes up a voice for each drop: try another one, or keep this one, and your drops sound like one person until you close or reload this tab.'}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Switch
          label="Keep this voice"
          checked={!isByServer && Boolean(kept)}
          disabled={!take || isByServer}
          onChange={(isOn) => {
            if (!take || !isOn) forgetKeptVeilSeed(queryClient);
            else void keepVeilSeed(queryClient, take.id);
          }}
        />
        <Button
          variant="secondary"
          size="sm"
          disabled={!take}
          pending={isFiltering}
          className="max-sm:min-h-11"
          onClick={onNewVoice}
        >
          {!isFiltering && <RefreshCw aria-hidden="true" className="size-4" />}
          New voice
        </Button>
      </div>
    </div>
  );
}
