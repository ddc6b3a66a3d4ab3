import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { Slider } from '#ui/slider.tsx';
import { usePlayer, usePlayerState } from './use-player.ts';

/** The mute button with the volume slider beside it. */
export function VolumeControl() {
  return (
    <div className="flex items-center gap-1">
      <MuteButton />
      {canSetVolume() && <VolumeSlider className="w-20 lg:w-28" />}
    </div>
  );
}

/** The volume control in a popup, for narrow screens. */
export function VolumeMenu() {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return undefined;
    const closing = new AbortController();
    const { signal } = closing;
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !container.current?.contains(event.target))
        setOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      if (container.current?.contains(document.activeElement)) button.current?.focus();
      setOpen(false);
    };
    document.addEventListener('pointerdown', onElsewhere, { signal });
    document.addEventListener('focusin', onElsewhere, { signal });
    document.addEventListener('keydown', onKeyDown, { signal });
    return () => closing.abort();
  }, [open]);

  if (!canSetVolume()) return <MuteButton />;
  return (
    <div ref={container}>
      <IconButton
        ref={button}
        label="Volume"
        size="sm"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <VolumeIcon />
      </IconButton>
      {open && (
        <div
          id={id}
          className="absolute right-3 bottom-[calc(100%+1rem)] flex w-56 animate-rise items-center gap-1 rounded-lg border border-line bg-paper-raised py-1.5 pr-5 pl-1.5 shadow-high"
        >
          <MuteButton />
          <VolumeSlider />
        </div>
      )}
    </div>
  );
}

function MuteButton() {
  const player = usePlayer();
  const muted = usePlayerState((state) => state.muted);
  return (
    <IconButton label={muted ? 'Unmute' : 'Mute'} size="sm" onClick={() => player.toggleMute()}>
      <VolumeIcon />
    </IconButton>
  );
}

function VolumeSlider({ className = '' }: { className?: string }) {
  const player = usePlayer();
  const volume = usePlayerState((state) => (state.muted ? 0 : state.volume));
  return (
    <Slider
      label="Volume"
      value={volume}
      valueText={`${volume}%`}
      onChange={(value) => player.setVolume(value)}
      className={className}
    />
  );
}

function VolumeIcon() {
  const volume = usePlayerState((state) => (state.muted ? 0 : state.volume));
  if (volume === 0) return <VolumeX />;
  return volume < 50 ? <Volume1 /> : <Volume2 />;
}

/** iPhones ignore a volume that a page sets; only their hardware buttons change it. */
function canSetVolume(): boolean {
  const audio = new Audio();
  audio.volume = 0.5;
  return audio.volume === 0.5;
}
