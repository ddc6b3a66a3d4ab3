/** A step of a pointer, in CSS pixels of the viewport. */
type PointerStep =
  | { type: 'pointerMove'; x: number; y: number; duration?: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 };

/** A key that goes down or up, as the character that it writes. */
export interface KeyStep {
  type: 'keyDown' | 'keyUp';
  value: string;
}

/** What a person does with one device, as WebDriver and WebDriver BiDi both write it. */
type InputSource =
  | {
      type: 'pointer';
      id: string;
      parameters: { pointerType: 'mouse' | 'touch' };
      actions: PointerStep[];
    }
  | { type: 'key'; id: string; actions: KeyStep[] };

/** A browser with one tab. The journey's `Page` needs nothing else of it. */
export interface Engine {
  /** Opens an address and waits until the document has loaded. */
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page. @returns the text that it returns */
  run(body: string): Promise<string>;
  /** Moves the pointer or presses keys, as trusted events. */
  perform(source: InputSource): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** What the page's code has thrown, or logged as an error, so far. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The size of the viewport: wide enough for the navigation at the side. */
export const viewport = { width: 1280, height: 900 };
