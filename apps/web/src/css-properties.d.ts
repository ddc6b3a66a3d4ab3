import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties, by which components pass values to their CSS. */
    [property: `--${string}`]: string | number | undefined;
  }
}
