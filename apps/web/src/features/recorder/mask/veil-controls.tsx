import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useApp } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import { forgetKeptVeilSeed, keepVeilSeed, keptVeilSeedOptions } from './veil-seeds.ts';
import type { TransformedClip } from './transform-clip.ts';

interface VeilControlsProps {
  /** Null while a new recording replaces the take. */
  take: ReadyTake | null;
  /** What applied Veil to the take. */
  maskedBy: TransformedClip['by'] | undefined;
  isFiltering: boolean;
  /** Called when the user requests another voice for the take. */
  onNewVoice: () => void;
}

/** What keeping a voice means; in fewer words on a phone, where the form has to fit. */
const KEPT_HINT = (
  <>
    <span className="max-sm:hidden">
      The same stranger in your next voice drops, until you close or reload this tab. Others can
      tell that they are by one person.
    </span>
    <span className="block text-[0.8125rem] leading-tight sm:hidden">
      Others can tell it is one person.
    </span>
  </>
);

/** The synthetic voice of Veil: a new one for this take, or the same one for the session. */
export function VeilControls({ take, maskedBy, isFiltering, onNewVoice }: VeilControlsProps) {
  const { queryClient } = useApp();
  const { data: kept } = useQuery(keptVeilSeedOptions);
  // The server uses a seed of its own, and does not keep it.
  const isByServer = maskedBy === 'server';
  return (
    <div className="mt-3 rounded-lg border border-line px-4 py-2 max-sm:mt-1 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-4 max-sm:px-3 max-sm:py-0 max-sm:[&>label]:min-w-44 max-sm:[&>label]:flex-1 max-sm:[&>label]:gap-3">
      <Switch
        label="Keep this voice"
        hint={
          isByServer
            ? 'This device cannot apply Veil by itself, so that each voice drop gets a new voice.'
            : KEPT_HINT
        }
        checked={!isByServer && Boolean(kept)}
        disabled={!take || isByServer}
        onChange={(isOn) => {
          if (!take || !isOn) forgetKeptVeilSeed(queryClient);
          else void keepVeilSeed(queryClient, take.id);
        }}
      />
      <div className="flex items-center justify-between gap-6 border-line py-2 max-sm:grow sm:border-t">
        <p className="text-sm text-ink-soft max-sm:hidden">
          Not the right one? Have another stranger speak.
        </p>
        <Button
          variant="secondary"
          size="sm"
          disabled={!take}
          pending={isFiltering}
          className="max-sm:h-11 max-sm:grow"
          onClick={onNewVoice}
        >
          {!isFiltering && <RefreshCw aria-hidden="true" className="size-4" />}
          New voice
        </Button>
      </div>
    </div>
  );
}
