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
  }

  get matches(): boolean {
    const [, limit, unit] = /\(width < (\d+)(px|rem)\)/.exec(this.media) ?? [];
    return limit !== undefined && window.innerWidth < Number(limit) * (unit === 'rem' ? 16 : 1);
  }

  /** Notifies listeners of changes whenever the window is resized. */
  override addEventListener(_type: string, listener: EventListenerOrEventListenerObject): void {
    window.addEventListener('resize', listener);
  }

  override removeEventListener(_type: string, listener: EventListenerOrEventListenerObject): void {
    window.removeEventListener('resize', listener);
  }

  addListener(): void {
    throw new Error('addListener is deprecated: use addEventListener.');
  }

  removeListener(): void {
    throw new Error('removeListener is deprecated: use removeEventListener.');
  }
}

export const matchMedia = (query: string): MediaQueryList => new MediaQuery(query);
