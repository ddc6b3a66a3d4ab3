import { useQuery } from '@tanstack/react-query';
import { VolumeOff } from 'lucide-react';
import { useState } from 'react';
import { MuteDialog } from '#features/drops/menu/mute-dialog.tsx';
import { useMute } from '#features/drops/menu/use-mute.ts';
import { mutesOptions } from '#features/people/mute-queries.ts';
import { useClient } from '#lib/app.ts';
import { Button } from '#ui/button.tsx';

interface MuteTagButtonProps {
  /** Without the #. */
  tag: string;
  userId: string;
}

/** Mutes a hashtag, or ends that. Rendered once it is known whether the viewer has muted it. */
export default function MuteTagButton({ tag, userId }: MuteTagButtonProps) {
  const { data: mutes } = useQuery(mutesOptions(useClient(), userId));
  const { unmute } = useMute();
  const [isAsking, setAsking] = useState(false);
  if (!mutes) return null;
  const muted = { kind: 'hashtag', subject: tag } as const;
  const name = `#${tag}`;
  const isMuted = mutes.some(({ kind, subject }) => kind === 'hashtag' && subject === tag);
  return (
    <>
      <Button
        variant="secondary"
        aria-label={isMuted ? `Unmute ${name}` : `Mute ${name}`}
        onClick={() => (isMuted ? void unmute(muted, name) : setAsking(true))}
      >
        <VolumeOff aria-hidden="true" />
        {isMuted ? 'Unmute' : 'Mute'}
      </Button>
      {isAsking && <MuteDialog muted={muted} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}
