import { durationLabel } from '@undertone/domain/number-labels';
import { hasEnded, type PlayerState } from '#features/player/player-reducer.ts';
import type { Player } from '#features/player/player.ts';
import type { Playlist, Track } from '#features/player/track.ts';

/** The icons of a play button, which the server has rendered with the app's component. */
export interface PlayIcons {
  paused: Element;
  playing: Element;
  waiting: Element;
  ended: Element;
}

/** Reads the icons from the document. */
export function readPlayIcons(page: Document): PlayIcons {
  const template = page.querySelector<HTMLTemplateElement>('template#undertone-play-icons');
  const [paused, playing, waiting, ended] = template?.content.children ?? [];
  if (!paused || !playing || !waiting || !ended) {
    throw new Error('The page has no icons of a play button.');
  }
  return { paused, playing, waiting, ended };
}

const BUTTON = 'button[aria-busy]';
const WAVEFORM = `${BUTTON} + div`;

/** Whether a card has all of its controls; it has not while its part of the document is arriving. */
export const hasControls = (card: Element): boolean => card.querySelector(WAVEFORM) !== null;

/**
 * Makes the play button and the waveform of a rendered card work, and shows the player's state as the app's
 * `TrackPlayback` and `DropAuthor` do.
 */
export class DropControls {
  readonly button: HTMLButtonElement;
  readonly #waveform: HTMLElement;
  readonly #length: HTMLElement;
  readonly #track: Track;
  readonly #icons: PlayIcons;
  #icon: Element;
  readonly #position = document.createElement('span');

  /** @throws when the card has other parts than the app's cards */
  constructor(card: HTMLElement, track: Track, icons: PlayIcons) {
    this.#track = track;
    this.#icons = icons;
    // What the server has rendered. Replacing it would remove the target of a click that is being handled.
    this.#icon = icons.paused;
    this.button = find(card, BUTTON, HTMLButtonElement);
    this.#waveform = find(card, WAVEFORM, HTMLElement);
    this.#length = find(card, 'header .tabular-nums', HTMLElement);
    this.#position.className = 'text-ink';
  }

  /** Handles a click in the card. @returns whether it was on one of these controls */
  click({ target, clientX }: MouseEvent, player: Player, playlist: Playlist): boolean {
    if (!(target instanceof Element)) return false;
    if (this.button.contains(target)) {
      player.play(this.#track, playlist);
      return true;
    }
    if (!this.#waveform.contains(target)) return false;
    const { left, width } = this.#waveform.getBoundingClientRect();
    player.playFrom(Math.min(1, Math.max(0, (clientX - left) / width)), this.#track, playlist);
    return true;
  }

  show({ getState }: Player): void {
    const state = getState();
    const isCurrent = state.track?.id === this.#track.id;
    const shown = isCurrent ? iconOf(state) : 'paused';
    const { button } = this;
    button.parentElement?.toggleAttribute('data-current', isCurrent);
    button.setAttribute('aria-label', `${ACTS[shown]} ${this.#track.title}`);
    button.setAttribute('aria-busy', String(shown === 'waiting'));
    const icon = this.#icons[shown];
    // Replaced only when it changes, because the spinner would start again.
    if (this.#icon !== icon) button.replaceChildren(icon.cloneNode(true));
    this.#icon = icon;
    const share = isCurrent ? state.position / this.#track.duration : 0;
    const [, played] = this.#waveform.querySelectorAll('svg');
    if (played) played.style.clipPath = `inset(0 ${(1 - Math.min(1, share)) * 100}% 0 0)`;
    if (isCurrent) {
      this.#position.textContent = `${durationLabel(state.position)} / `;
      this.#length.prepend(this.#position);
    } else {
      this.#position.remove();
    }
  }
}

/** What a press does while each icon is shown. */
const ACTS = { paused: 'Play', playing: 'Pause', waiting: 'Pause', ended: 'Replay' } as const;

/** The icon of the button of the current track. */
function iconOf(state: PlayerState): keyof PlayIcons {
  if (state.status === 'playing') return state.waiting ? 'waiting' : 'playing';
  return hasEnded(state) ? 'ended' : 'paused';
}

function find<Kind extends HTMLElement>(
  card: HTMLElement,
  selector: string,
  kind: new () => Kind,
): Kind {
  const found = card.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`A card has no ${selector}.`);
}
