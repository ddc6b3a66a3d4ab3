import { readMoment } from '@undertone/domain/moment';
import { shareLink } from '#ui/share-link.ts';
import { usePlayer } from './use-player.ts';

/** The name of the action in the player and in the share menu. */
export const SHARE_MOMENT = 'Share this moment';

/** Returns a function that shares the current track with a link to the present position in it (`?t=12`). */
export function useShareMoment(): () => void {
  const player = usePlayer();
  return () => {
    const { track, position } = player.getState();
    if (track) void shareLink({ url: momentUrl(track.id, position), title: track.title });
  };
}

/** The URL of a drop's page that leads to a position in it; without a time at its start. @param position seconds */
export function momentUrl(dropId: string, position: number): string {
  const seconds = readMoment(Math.floor(position));
  return `${location.origin}/voice-drop/${dropId}${seconds === undefined ? '' : `?t=${seconds}`}`;
}
