import { clsx } from 'clsx';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { Slider } from '#ui/slider.tsx';
import { usePlayer, usePlayerState } from './use-player.ts';

interface VolumeControlProps {
  /** The size of the mute button. */
  size?: 'sm' | 'md';
  className?: string;
}

/** The mute button with the volume slider beside it, where pages can set the volume. */
export function VolumeControl({ size = 'sm', className = '' }: VolumeControlProps) {
  const settable = useCanSetVolume();
  if (!settable) return <UnmuteButton size={size} />;
  return (
    <div className={clsx('flex items-center gap-1', className)}>
      <MuteButton size={size} />
      <VolumeSlider />
    </div>
  );
}

/** The volume control in a popup, for bars that have no room for it. */
export function VolumeMenu() {
  const settable = useCanSetVolume();
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

  if (!settable) return <UnmuteButton size="sm" />;
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
          <MuteButton size="sm" />
          <VolumeSlider />
        </div>
      )}
    </div>
  );
}

function MuteButton({ size }: { size: 'sm' | 'md' }) {
  const player = usePlayer();
  const muted = usePlayerState((state) => state.muted);
  return (
    <IconButton label={muted ? 'Unmute' : 'Mute'} size={size} onClick={() => player.toggleMute()}>
      <VolumeIcon />
    </IconButton>
  );
}

/** The only control where pages cannot set the volume: undoes the key that mutes. */
function UnmuteButton({ size }: { size: 'sm' | 'md' }) {
  const muted = usePlayerState((state) => state.muted);
  return muted ? <MuteButton size={size} /> : null;
}

function VolumeSlider() {
  const player = usePlayer();
  const volume = usePlayerState((state) => (state.muted ? 0 : state.volume));
  return (
    <Slider
      label="Volume"
      value={volume}
      valueText={`${volume}%`}
      onChange={(value) => player.setVolume(value)}
    />
  );
}

function VolumeIcon() {
  const volume = usePlayerState((state) => (state.muted ? 0 : state.volume));
  if (volume === 0) return <VolumeX />;
  return volume < 50 ? <Volume1 /> : <Volume2 />;
}

/** Whether pages can set the volume on this device; false until this has been determined. */
function useCanSetVolume(): boolean {
  const [settable, setSettable] = useState(false);
  useEffect(() => {
    void canSetVolume().then(setSettable);
  }, []);
  return settable;
}

/** How long the browser has to report the changed volume, or to restore the old one, in milliseconds. */
const VOLUME_CHANGE_TIMEOUT_MS = 250;

/**
 * Whether pages can set the volume on this device. On iPhones and iPads only the hardware buttons can.
 *
 * The check is asynchronous: on those, WebKit returns the set value until its next task and then
 * restores the old one, without a `volumechange`.
 */
function canSetVolume(): Promise<boolean> {
  const audio = new Audio();
  return new Promise((resolve) => {
    const check = () => resolve(audio.volume === 0.5);
    audio.addEventListener('volumechange', check, { once: true });
    setTimeout(check, VOLUME_CHANGE_TIMEOUT_MS);
    audio.volume = 0.5;
  });
}
