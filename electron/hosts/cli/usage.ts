import { CasebookError } from '../../../shared/base/errors.ts';
import { LARGEST_SEED, MOST_RESAMPLES } from '../../../shared/domain/randomDraws.ts';

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

/** The value of `--bootstrap`. */
export const resamplesOption = (text: string): number => numberOption('--bootstrap', text, MOST_RESAMPLES);

/** The value of `--seed`. */
export const seedOption = (text: string): number => numberOption('--seed', text, LARGEST_SEED);

/** The value of `--absent` or `--undecided`: what becomes of absent answers, or of undecided verdicts. */
export function countedOption(name: string, text: string): 'wrong' | 'left_out' {
  if (text === 'wrong') return text;
  if (text === 'left-out') return 'left_out';
  throw new WrongUsage(`${name}: "${text}" is neither wrong nor left-out.`);
}

/** The parts of an option that takes several, separated by commas. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** What is not there was asked for wrongly: the message says what there is. */
export function asUsage(error: unknown): unknown {
  return error instanceof CasebookError && (error.code === 'not_found' || error.code === 'invalid_input')
    ? new WrongUsage([error.message, error.hint ?? ''].join(' ').trim())
    : error;
}

/** What the option is for that puts 127.0.0.1 into links, as help says it. */
export const PLAIN_ADDRESS =
  'put 127.0.0.1 into links, for browsers that cannot resolve names below localhost; other programs’ pages on this computer then also get the cookie';

/** The value of `--listen`: a name or an address, and a port. */
export function listenOption(text: string): { readonly host: string; readonly port: number } {
  const match = /^(?:\[(?<six>[0-9a-fA-F:]+)\]|(?<name>[^:\s]+)):(?<port>\d{1,5})$/u.exec(text);
  const port = Number(match?.groups?.['port']);
  const host = match?.groups?.['six'] ?? match?.groups?.['name'];
  if (host === undefined || !(port <= 65_535)) throw new WrongUsage(`--listen: "${text}" is not HOST:PORT.`);
  return { host, port };
}
