import type { CustomScheme } from 'electron';

const PAGE_SCHEME = 'app';
const PAGE_HOST = 'casebook';
const IMAGE_SCHEME = 'casebook-image';
const IMAGE_HOST = 'local';

/** Where the window's pages live. */
export const PAGE_ORIGIN = `${PAGE_SCHEME}://${PAGE_HOST}`;
export const START_PAGE = `${PAGE_ORIGIN}/index.html`;

/** As the content security policy names the images' scheme. */
export const IMAGE_SOURCE = `${IMAGE_SCHEME}:`;

export const PAGE_PROTOCOL = PAGE_SCHEME;
export const IMAGE_PROTOCOL = IMAGE_SCHEME;

/** Both schemes as the browser must know them before it starts: secure origins whose resources can be fetched. */
export const PRIVILEGED_SCHEMES: CustomScheme[] = [
  {
    scheme: PAGE_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
  {
    scheme: IMAGE_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, stream: true },
  },
];

/** Whether an address is one of this window's own pages. */
export function isOwnPage(address: string): boolean {
  return isAt(address, `${PAGE_SCHEME}:`, PAGE_HOST);
}

/** Whether an address stays inside this program: its pages, its images, what a page made itself, its inspector. */
export function isInternal(address: string): boolean {
  return isOwnPage(address) || isImage(address) || isOwnBlob(address) || /^(?:data|devtools):/u.test(address);
}

/** Whether an address is that of something one of this window's own pages made itself. */
export function isOwnBlob(address: string): boolean {
  return address.startsWith(`blob:${PAGE_ORIGIN}/`);
}

/** Whether an address is that of an image. */
export function isImage(address: string): boolean {
  return isAt(address, `${IMAGE_SCHEME}:`, IMAGE_HOST);
}

function isAt(address: string, protocol: string, host: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === protocol && url.host === host && url.username === '';
}
