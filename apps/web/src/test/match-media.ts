/**
 * jsdom has no layout, so no media queries. This answers the ones the app asks:
 * `(width < 640px)` by window.innerWidth, and no to all others.
 */
class MediaQuery extends EventTarget implements MediaQueryList {
  readonly media: string;
  onchange = null;

  constructor(media: string) {
    super();
    this.media = media;
    window.addEventListener('resize', () => this.dispatchEvent(new Event('change')));
  }

  get matches(): boolean {
    const limit = /\(width < (\d+)px\)/.exec(this.media)?.[1];
    return limit !== undefined && window.innerWidth < Number(limit);
  }

  addListener(): void {
    throw new Error('addListener is of the past: use addEventListener.');
  }

  removeListener(): void {
    throw new Error('removeListener is of the past: use removeEventListener.');
  }
}

export const matchMedia = (query: string): MediaQueryList => new MediaQuery(query);
