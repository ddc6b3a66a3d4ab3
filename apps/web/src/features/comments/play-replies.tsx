import { Play } from 'lucide-react';
import { playAll } from '#features/player/play-all.ts';
import type { Playlist } from '#features/player/track.ts';
import { usePlayer } from '#features/player/use-player.ts';
import { Button } from '#ui/button.tsx';

interface PlayRepliesProps {
  /** Names what is played where that is a part of the comments. */
  label?: string;
  getPlaylist: () => Playlist;
}

/** Plays clips of comments one after the other. */
export function PlayReplies({ label, getPlaylist }: PlayRepliesProps) {
  const player = usePlayer();
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={label}
      onClick={() => playAll(player, getPlaylist())}
    >
      <Play fill="currentColor" className="text-voice" /> Play replies
    </Button>
  );
}
