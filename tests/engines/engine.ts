/** A step of a pointer, in CSS pixels of the viewport. */
type PointerStep =
  | { type: 'pointerMove'; x: number; y: number; duration?: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 };

/** A key press or release, with the character that the key writes. */
export interface KeyStep {
  type: 'keyDown' | 'keyUp';
  value: string;
}

/** The actions of one input device, in the format of WebDriver and WebDriver BiDi. */
type InputSource =
  | {
      type: 'pointer';
      id: string;
      parameters: { pointerType: 'mouse' | 'touch' };
      actions: PointerStep[];
    }
  | { type: 'key'; id: string; actions: KeyStep[] };

/** A browser with one tab, as `Page` uses it. */
export interface Engine {
  /** Opens an address and waits until the document has loaded. */
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page. @returns the string that the function returns */
  run(body: string): Promise<string>;
  /** Moves the pointer or presses keys with trusted events. */
  perform(source: InputSource): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Errors that the page's code has thrown or logged so far. */
  errors(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The size of the viewport, which is wide enough for the sidebar. */
export const viewport = { width: 1280, height: 900 };
