import { readMoment } from '@undertone/domain/moment';
import { AudioUrls } from '#features/player/audio-urls.ts';
import { cueMoment } from '#features/player/cue-moment.ts';
import { Player } from '#features/player/player.ts';
import type { Playlist, Track } from '#features/player/track.ts';
import { logFailure } from '#lib/log.ts';
import { bindPage } from './bind-page.ts';
import { loadBeginning } from './load-beginning.ts';
import { isDropPage, nameOfList, readPageDrops } from './page-drops.ts';
import { visitorRequests } from './visitor-requests.ts';

/*
 * The script of a page that the server has rendered for visitors: plays its drops until the app takes over. It runs in
 * the document's head, after the page's data.
 */

function start(): void {
  const { signAudio, addPlay } = visitorRequests(document);
  let sign = signAudio;
  const urls = new AudioUrls((paths) => sign(paths));
  const player = new Player(urls);
  player.attach();
  const tracks = readPageDrops(document);
  const playlist = { source: nameOfList(location.pathname, tracks), tracks };
  // Before anything else is fetched: sound is what a visitor has come for.
  const beginning = loadFirst(player, urls, tracks);
  cueLinkedMoment(player, playlist);

  bindPage({ player, signWith: (next) => (sign = next) }, playlist, beginning);

  // A visitor may leave before the code that counts plays is there.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    for (const { id } of player.uncountedPlays.splice(0)) {
      addPlay(id).catch((cause: unknown) => logFailure('The play could not be counted.', cause));
    }
  });
}

/** Fetches the beginning of the first clip, and then the URLs of the others. */
async function loadFirst(
  player: Player,
  urls: AudioUrls,
  tracks: readonly Track[],
): Promise<unknown> {
  const [first] = tracks;
  if (!first) return undefined;
  // The document has the URL.
  await player.prepare([first]);
  const url = urls.peek(first.audioPath);
  const beginning = url === undefined ? undefined : await loadBeginning(url);
  void player.prepare(tracks);
  return beginning;
}

/** Shows the page's drop at the time to which the page's address leads, if it does. */
function cueLinkedMoment(player: Player, playlist: Playlist): void {
  const moment = readMoment(new URLSearchParams(location.search).get('t'));
  const [drop] = playlist.tracks;
  if (drop && moment !== undefined && isDropPage(location.pathname)) {
    cueMoment(player, drop, playlist, moment);
  }
}

// For a person who is signed in on this device, the app is loaded at once (public/start.js).
if (!document.documentElement.hasAttribute('data-app')) start();
