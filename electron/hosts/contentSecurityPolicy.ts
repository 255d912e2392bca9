import { randomBytes } from 'node:crypto';

/** Stands in the built pages where the style nonce of one delivery goes. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** A nonce of 128 random bits. */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/** What the pages of a host may additionally reach. */
export interface PolicyAdditions {
  /** The scheme of images where they do not come from the page's own origin, as `casebook-image:`. */
  readonly imageSource?: string;
  /** Whether a worker's script may compile WebAssembly; a page never may. */
  readonly webAssembly?: boolean;
}

/**
 * The content security policy of every page, in every host: own scripts and styles, own images and those the window
 * made itself, no frames, no forms, no plug-ins, nothing remote. `nonce` allows the style elements that the component
 * library adds while it runs.
 */
export function contentSecurityPolicy(
  nonce: string,
  { imageSource, webAssembly = false }: PolicyAdditions = {},
): string {
  const images = imageSource === undefined ? '' : ` ${imageSource}`;
  return [
    "default-src 'none'",
    // The model for faces is a WebAssembly program; text is made into code nowhere ('unsafe-eval').
    webAssembly ? "script-src 'self' 'wasm-unsafe-eval'" : "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data:${images}`,
    `connect-src 'self'${images}`,
    "font-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "object-src 'none'",
  ].join('; ');
}

/**
 * The policy of a page under development: as strict about where things come from, but the development server puts a
 * script into the page, adds styles as it goes and is reached over a socket.
 */
export function developmentPolicy(socketOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    `connect-src 'self' ${socketOrigin}`,
    "font-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer, whatever it carries. */
export function securityHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
  };
}
