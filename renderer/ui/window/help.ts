import { goTo, places } from './navigate.ts';

/** A page of the guide, with a heading of it where a screen is only part of the page: `judges#verdicts`. */
export type HelpPlace = string;

/** The path of the guide, for the router. */
export const HELP_PATH = '/help/:page?/:anchor?';

/** Whether a place in the app is a page of the guide. */
export function isHelp(location: string): boolean {
  return location === '/help' || location.startsWith('/help/');
}

let cameFrom = '/';

/** Opens the guide at a page; leaving it leads back to `from`. */
export function openHelp(page: HelpPlace, from: string): void {
  cameFrom = from;
  const [name = '', anchor] = page.split('#');
  goTo(places.help(name, anchor));
}

/** Goes back to the screen from which the guide was opened. */
export function leaveHelp(): void {
  goTo(cameFrom);
}
