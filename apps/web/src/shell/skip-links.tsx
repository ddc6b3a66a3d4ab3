import { usePlayerState } from '#features/player/use-player.ts';

/** Links for keyboard users past the navigation, and past a list that may be endless to the player. */
export function SkipLinks() {
  const hasTrack = usePlayerState(({ track }) => track !== undefined);
  return (
    <>
      <SkipLink to="main" label="Skip to content" />
      {hasTrack && <SkipLink to="player" label="Skip to player" />}
    </>
  );
}

function SkipLink({ to, label }: { to: string; label: string }) {
  return (
    <a
      href={`#${to}`}
      className="fixed top-3 left-3 z-60 -translate-y-[200%] rounded-full bg-ink px-5 py-2.5 font-medium text-ink-inverse focus:translate-y-0"
    >
      {label}
    </a>
  );
}
