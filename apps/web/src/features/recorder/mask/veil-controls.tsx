import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useApp } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import type { ReadyTake } from '#features/recorder/recorder-state.ts';
import { forgetKeptStranger, keepStranger, keptStrangerOptions } from './strangers.ts';
import type { TransformedClip } from './transform-clip.ts';

interface VeilControlsProps {
  /** Nothing while a recording replaces the one before. */
  take: ReadyTake | null;
  /** What has applied Veil to the take. */
  maskedBy: TransformedClip['by'] | undefined;
  isFiltering: boolean;
  /** Called when the person wants another stranger for the take. */
  onAnother: () => void;
}

/** Which stranger speaks: another one for this take, or the same one in this session. */
export function VeilControls({ take, maskedBy, isFiltering, onAnother }: VeilControlsProps) {
  const { queryClient } = useApp();
  const { data: kept } = useQuery(keptStrangerOptions);
  // The server draws for itself, and forgets.
  const isByServer = maskedBy === 'server';
  return (
    <div className="mt-3 rounded-lg border border-line px-4 py-2">
      <Switch
        label="Keep this voice"
        hint={
          isByServer
            ? 'This device cannot apply Veil by itself, so that each voice drop gets a new voice.'
            : 'The same stranger in your next voice drops, until you close or reload this tab. Others can tell that they are by one person.'
        }
        checked={!isByServer && Boolean(kept)}
        disabled={!take || isByServer}
        onChange={(isOn) => {
          if (!take || !isOn) forgetKeptStranger(queryClient);
          else void keepStranger(queryClient, take.id);
        }}
      />
      <div className="flex items-center justify-between gap-6 border-t border-line py-2">
        <p className="text-sm text-ink-soft">Not the right one? Have another stranger speak.</p>
        <Button
          variant="secondary"
          size="sm"
          disabled={!take}
          pending={isFiltering}
          className="shrink-0"
          onClick={onAnother}
        >
          {!isFiltering && <RefreshCw aria-hidden="true" className="size-4" />}
          New voice
        </Button>
      </div>
    </div>
  );
}
