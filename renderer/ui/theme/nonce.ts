/** The nonce under which the content security policy lets this window add style elements. */
export function styleNonce(): string {
  return document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
}

/**
 * Hands the nonce to the library that locks scrolling behind dialogs: it makes a style element of its own and
 * reads the nonce from the global that bundlers use for this.
 */
export function giveNonceToStyles(): void {
  Object.defineProperty(globalThis, '__webpack_nonce__', { value: styleNonce(), configurable: true });
}
