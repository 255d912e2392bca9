/** The command was not understood; the message says what about it. Exit code 2. */
export class WrongUsage extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WrongUsage';
  }
}

/** A whole number of an option. */
export function numberOption(name: string, text: string, maximum = Number.MAX_SAFE_INTEGER): number {
  const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (!(value <= maximum)) {
    const range = maximum === Number.MAX_SAFE_INTEGER ? '' : ` up to ${String(maximum)}`;
    throw new WrongUsage(`${name}: "${text}" is not a whole number${range}.`);
  }
  return value;
}

/** What the option is for that puts 127.0.0.1 into links, as help says it. */
export const PLAIN_ADDRESS =
  'put 127.0.0.1 into links, for browsers that cannot find names below localhost; pages of other programs on this computer then get the cookie, too';
