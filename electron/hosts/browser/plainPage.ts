import { contentSecurityPolicy, createNonce, securityHeaders } from '../contentSecurityPolicy.ts';

/** Allows the one style of these pages, which have no scripts. */
const NONCE = createNonce();
const STYLE = `<style nonce="${NONCE}">:root{color-scheme:light dark;font:100%/1.6 system-ui,sans-serif}body{margin:0}main{max-width:40rem;margin:0 auto;padding:3rem 1.5rem}h1{font-size:1.25rem;line-height:1.4}</style>`;

/** Headers of a page without scripts, which no browser keeps. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  ...securityHeaders(contentSecurityPolicy(NONCE)),
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
};

/** A page without scripts; its empty icon keeps browsers from asking for one. */
export function plainPage(body: string, { head = '', language = 'en' } = {}): string {
  return (
    `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width"><title>Casebook</title><link rel="icon" href="data:,">' +
    `${STYLE}${head}<main>${body}</main></html>`
  );
}

/**
 * Leads on to the app, so that no secret stays in the address. A redirect would count as the other site's, whose page or file
 * led here: a cookie would not go along.
 */
export const forwardingPage = (words: string, language = 'en'): string =>
  plainPage(`<p><a href="/">${words}</a></p>`, {
    head: '<meta http-equiv="refresh" content="0;url=/">',
    language,
  });
