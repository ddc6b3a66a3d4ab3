/**
 * jsdom has no media queries. Here those like `(width < 640px)` match by window.innerWidth, and no
 * others match.
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
    throw new Error('addListener is deprecated: use addEventListener.');
  }

  removeListener(): void {
    throw new Error('removeListener is deprecated: use removeEventListener.');
  }
}

export const matchMedia = (query: string): MediaQueryList => new MediaQuery(query);
