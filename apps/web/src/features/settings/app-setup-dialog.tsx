import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { FactorCode } from '#features/session/forms/factor-code.tsx';
import { logFailure } from '#lib/log.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.ts';
import type { AppSetup } from './factor-enrollment.ts';

interface AppSetupDialogProps {
  setup: AppSetup;
  onDone: () => void;
  onClose: () => void;
}

/** Shows the QR code and key for an authenticator app, and asks for the app's first code. */
export function AppSetupDialog({ setup, onDone, onClose }: AppSetupDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set up your authenticator app"
      description="Scan this picture with the app, or type the key into it. Then enter the code that it shows."
      shape="sheet"
    >
      <div className="grid gap-5 pt-2">
        <img
          src={setup.qrCode}
          alt="QR code for your authenticator app"
          width={192}
          height={192}
          className="size-48 justify-self-center rounded-lg"
        />
        <Secret secret={setup.secret} />
        <FactorCode
          factor={{ id: setup.factorId, factor_type: 'totp' }}
          submitLabel="Turn on"
          onVerified={onDone}
        />
      </div>
    </Dialog>
  );
}

function Secret({ secret }: { secret: string }) {
  const [copied, setCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
      toast.success('Key copied');
    } catch (cause) {
      logFailure('The key could not be copied.', cause);
      toast.error('Failed to copy the key', {
        description: 'Please type it, or select it by hand.',
      });
    }
  };

  return (
    <div>
      <p className="text-sm font-medium" id="totp-key">
        Key
      </p>
      <div className="mt-1.5 flex items-center gap-2 rounded-md bg-paper-sunken py-1.5 pr-1.5 pl-4">
        <code aria-labelledby="totp-key" className="min-w-0 grow text-sm tracking-wide">
          {inGroups(secret)}
        </code>
        <IconButton label="Copy key" size="sm" onClick={() => void copy()}>
          {copied ? <Check /> : <Copy />}
        </IconButton>
      </div>
    </div>
  );
}

/** Groups the key by four characters, for typing; authenticator apps ignore the spaces. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
