/*
 * Chromium knows no schemes but its own and asks nobody about others, so what Electron serves under `app:` and
 * `casebook-image:` goes over the wire under names that no network has, and is called by its own name on both sides.
 */

const NAMES = [
  { own: 'app://casebook', wire: 'https://casebook.app.test' },
  { own: 'casebook-image://local', wire: 'https://local.casebook-image.test' },
] as const;

/** Shell's names to Chromium's, in an address or any text that holds some. */
export function toWire(text: string): string {
  return NAMES.reduce((result, { own, wire }) => result.replaceAll(own, wire), text);
}

/** Chromium's names back to the shell's. */
export function fromWire(text: string): string {
  return NAMES.reduce((result, { own, wire }) => result.replaceAll(wire, own), text);
}

/** A header's value; the content security policy names the images' scheme alone. */
export function headerToWire(value: string): string {
  return toWire(value).replaceAll('casebook-image:', 'https://local.casebook-image.test');
}
