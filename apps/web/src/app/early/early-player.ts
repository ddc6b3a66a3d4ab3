import { readMoment } from '@undertone/domain/moment';
import { trackOf } from '#features/drops/drop.ts';
import { postedOn } from '#features/drops/page/posted-on.ts';
import { AudioUrls, type SignAudio } from '#features/player/audio-urls.ts';
import { cueMoment } from '#features/player/cue-moment.ts';
import { Player } from '#features/player/player.ts';
import { logFailure } from '#lib/log.ts';
import { DropControls, readPlayIcons } from './drop-controls.ts';
import { findTwin } from './element-twin.ts';
import { loadApp } from './load-app.ts';
import { nameOfList, readPageDrops } from './page-drops.ts';
import { visitorRequests } from './visitor-requests.ts';

/*
 * Runs in a page that the server has rendered for a visitor, until the app takes over: plays its drops. Whatever
 * else is pressed is pressed again once the app is there.
 */

function start(page: HTMLElement, root: HTMLElement): void {
  const requests = visitorRequests(document);
  let sign: SignAudio = requests.signAudio;
  const player = new Player(new AudioUrls((paths) => sign(paths)));
  player.attach();

  const drops = readPageDrops(document);
  const tracks = drops.map(trackOf);
  const playlist = { source: nameOfList(location.pathname, drops), tracks };
  const icons = readPlayIcons(document);
  const controls = [...page.querySelectorAll<HTMLElement>('article')].flatMap((card) => {
    const track = tracks.find(({ id }) => card.querySelector(`a[href="/voice-drop/${id}"]`));
    return track ? [new DropControls(card, track, icons)] : [];
  });
  const stopShowing = player.subscribe(() => controls.forEach((each) => each.show(player)));
  void player.prepare(tracks);
  const moment = readMoment(new URLSearchParams(location.search).get('t'));
  const [shared] = tracks;
  const isDropPage = /^\/voice-drop\//i.test(location.pathname);
  if (isDropPage && shared && moment !== undefined) cueMoment(player, shared, playlist, moment);

  // The server does not know the visitor's time zone.
  for (const element of page.querySelectorAll<HTMLElement>('[data-posted-on]')) {
    element.textContent = postedOn(element.dataset['postedOn'] ?? '');
  }

  let pressed: HTMLElement | null = null;
  let focused: Element | null = null;
  const app = loadApp(document, (cause) => {
    logFailure('The code of the app could not be fetched.', cause);
    if (pressed instanceof HTMLAnchorElement) location.assign(pressed.href);
  });

  const listening = new AbortController();
  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    react: (event: DocumentEventMap[Type]) => void,
  ) =>
    document.addEventListener(type, react, {
      capture: true,
      passive: type !== 'click',
      signal: listening.signal,
    });

  on('click', (event) => {
    if (controls.some((each) => each.click(event, player, playlist))) return;
    app.hurry();
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('a, button') : null;
    if (!target || !isPlain || target.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    pressed = target;
    pressed.dataset['waiting'] = '';
  });
  on('scroll', app.hurry);
  on('keydown', app.hurry);
  on('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null;
  });
  on('focusout', ({ target }) => {
    // Only afterwards is it known whether the element has lost the focus because the app has replaced it.
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = null;
    });
  });

  // A visitor may leave before the code that counts plays is there.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    for (const id of player.uncountedPlays.splice(0)) {
      requests
        .addPlay(id)
        .catch((cause: unknown) => logFailure('The play could not be counted.', cause));
    }
  });

  const handOver = async () => {
    const takeOver = await app.arrived;
    await takeOver({ player, signWith: (next) => (sign = next) });
    stopShowing();
    listening.abort();
    if (focused) findTwin(focused, page, root)?.focus({ preventScroll: true });
    if (pressed) findTwin(pressed, page, root)?.click();
  };
  handOver().catch((cause: unknown) => logFailure('The app could not take over the page.', cause));
}

const root = document.getElementById('root');
const page = document.getElementById('visit');
// A person who is signed in on this device gets the app at once (public/start.js).
if (root && page && !document.documentElement.hasAttribute('data-member')) start(page, root);
