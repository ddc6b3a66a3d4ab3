import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sendsMailOptions } from '#features/session/mail-queries.ts';
import { ConfirmIdentityDialog } from '#features/settings/confirm-identity.tsx';
import { accountOptions } from '#features/settings/security-queries.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';
import DialogPopup from '#ui/dialog-popup.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import type { Progress } from './export-files.ts';
import { useDataExport, type ExportState } from './use-data-export.ts';

interface ExportDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
}

const count = new Intl.NumberFormat('en-US');

/** Makes a copy of the person's data as a ZIP file. It stays open while the copy is made. */
export default function ExportDialog({ open, onOpenChange, userId }: ExportDialogProps) {
  const client = useClient();
  const { data: account } = useQuery(accountOptions(client));
  const { data: sendsMail } = useQuery(sendsMailOptions(client));
  const { state, start, begin, cancel } = useDataExport(userId);
  const { step } = state;
  const content = useRef<HTMLDivElement>(null);
  const lastStep = useRef(step);

  // The button that was pressed is gone.
  useEffect(() => {
    if (lastStep.current !== step) content.current?.focus();
    lastStep.current = step;
  }, [step]);

  if (state.step === 'identity' && account) {
    return (
      <ConfirmIdentityDialog
        account={account}
        purpose="download your data"
        outcome="the download begins"
        pending={false}
        onConfirmed={() => void begin(state.target)}
        onClose={cancel}
      />
    );
  }
  return (
    <DialogPopup
      open={open}
      onOpenChange={(open) => {
        if (step !== 'running') onOpenChange(open);
      }}
      // While it runs there is only Cancel: a press beside the dialog must not end it.
      role={step === 'running' ? 'alertdialog' : 'dialog'}
      shape="sheet"
      title="Download my data"
      description="A ZIP file with what you made here and what was sent to you: profile, settings, voice drops, replies, likes, follows, messages, decisions about you, and all clips. It opens without a network."
    >
      <div ref={content} tabIndex={-1} className="grid gap-5 outline-none">
        {state.step === 'running' && <Running state={state} onCancel={cancel} />}
        {state.step === 'done' && <Done done={state} onClose={() => onOpenChange(false)} />}
        {(state.step === 'idle' || state.step === 'identity') && (
          <>
            <p className="text-[0.9375rem] text-ink-soft">
              With many clips it takes some minutes, during which this page has to stay open.
              {sendsMail && ' We mail you that a copy was made, in case it was not you.'}
            </p>
            <div>
              <FailureNote
                className="not-empty:mb-5"
                message={state.step === 'idle' ? state.failure : null}
              />
              <Button className="w-full" pending={step === 'identity'} onClick={() => void start()}>
                Download
              </Button>
            </div>
          </>
        )}
      </div>
    </DialogPopup>
  );
}

interface RunningProps {
  state: Extract<ExportState, { step: 'running' }>;
  onCancel: () => void;
}

function Running({ state: { progress, problem, retry }, onCancel }: RunningProps) {
  const share =
    progress?.step === 'fetching' && progress.total > 0
      ? progress.done / progress.total
      : undefined;
  return (
    <div>
      <div className="flex items-center gap-4">
        <div className="min-w-0 grow">
          <ProgressBar label="Downloading your data" value={share} />
          <p className="mt-1.5 text-sm text-ink-soft tabular-nums">{labelOf(progress)}</p>
        </div>
        <Button variant="quiet" size="sm" className="max-sm:min-h-11" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <FailureNote className="not-empty:mt-5" message={problem} onRetry={retry} />
    </div>
  );
}

function labelOf(progress: Progress | undefined): string {
  if (!progress) return 'Preparing';
  if (progress.step === 'reading') return progress.about;
  return `Clip ${count.format(progress.done)} of ${count.format(progress.total)}`;
}

interface DoneProps {
  done: Extract<ExportState, { step: 'done' }>;
  onClose: () => void;
}

function Done({ done: { name, missing }, onClose }: DoneProps) {
  return (
    <>
      <output className="wrap-anywhere">
        Your data is in <b>{name}</b>. Unpack it, and open index.html, which explains the files.
        {missing > 0 &&
          ` The server did not have ${missing === 1 ? 'one of the files' : `${count.format(missing)} of the files`}, which it names.`}
      </output>
      <Button onClick={onClose}>Close</Button>
    </>
  );
}
