import 'react';

/** Variables of stylesheets can be set where other styles are. */
declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
