import { formatCount } from '../base/counts.ts';

/** An item that an export leaves out. */
interface LeftOut {
  readonly item: string;
  readonly reason: string;
  /** What it is one of many of, where a format has no place for any of them. */
  readonly kind?: string | undefined;
  /** Whether that is as it should be. */
  readonly intended?: true | undefined;
}

/** How much an export holds. */
interface Size {
  readonly entries: number;
  readonly images: number;
}

/** What came of an export. */
interface ExportCounts {
  readonly items: number;
  readonly images: number;
  readonly withheld: number;
  readonly missing: number;
  readonly left_out: readonly LeftOut[];
  readonly written: boolean;
  readonly replaces: {
    readonly former: Size;
    readonly now: Size;
    readonly shorter: readonly { readonly file: string; readonly former: number; readonly now: number }[];
  } | null;
}

/** Whether an export lacks something that it should have. */
export const hasProblems = ({ left_out: leftOut }: Pick<ExportCounts, 'left_out'>): boolean =>
  leftOut.some(({ intended }) => intended !== true);

/**
 * What an export holds and what it lacks, a sentence a line; of one that was not written only what it would lack, and of a
 * dry run (which was not written and replaces nothing) what it would hold.
 */
export function exportInWords(report: ExportCounts, target: string): string[] {
  const { items, images, withheld, missing, written, replaces } = report;
  const size = [counted(items, 'item'), counted(images, 'image')];
  const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');
  return [
    ...(written ? [`${size.join(' and ')} written to ${target}.`] : []),
    ...(written || replaces !== null
      ? []
      : [`${counted(items, 'item')} would be written to ${target}. Nothing was written.`]),
    ...(missing === 0 ? [] : [`${size.join(', ')}: ${String(missing)} ${isOrAre(missing)} missing.`]),
    ...(withheld === 0
      ? []
      : [
          `${counted(withheld, 'image')} ${isOrAre(withheld)} included by name only: ${withheld === 1 ? 'it' : 'they'} may not be redistributed.`,
        ]),
    ...(written || replaces === null ? [] : keptInWords(replaces, target)),
  ];
}

/** Why a former export was left as it was. */
export function keptInWords(
  { former, now, shorter }: NonNullable<ExportCounts['replaces']>,
  target: string,
): string[] {
  const size = ({ entries, images }: Size): string =>
    `${counted(entries, 'entry', 'entries')} and ${counted(images, 'image')}`;
  return [
    `The export at ${target} has ${size(former)}; the new one would have ${size(now)}.`,
    ...shorter
      .slice(0, SHOWN)
      .map((list) => `${list.file} would list ${String(list.now)} instead of ${String(list.former)}.`),
    'Nothing was written; the existing export is unchanged.',
  ];
}

/** How many files of a former export are named. */
const SHOWN = 10;

const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${String(count)} ${count === 1 ? noun : nouns}`;

/**
 * What an export left out, a line each: items by their names, after them those that are left out for what they are, a line
 * a kind, with how many there are.
 */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const ofKinds = leftOut.filter(({ kind }) => kind !== undefined);
  const kinds = Map.groupBy(ofKinds, ({ kind, reason }) => JSON.stringify([kind, reason]));
  return [
    ...leftOut.flatMap(({ item, reason, kind }) => {
      if (kind !== undefined) return [];
      // The reason may name a file that is called as the item is.
      return [reason.startsWith(`${item}: `) ? reason : `${item}: ${reason}`];
    }),
    ...[...kinds.values()].flatMap((of) => {
      const [first] = of;
      return first?.kind === undefined
        ? []
        : [`${first.kind}, ${String(of.length)} ${of.length === 1 ? 'item' : 'items'}: ${first.reason}`];
    }),
  ];
}

/** What has no place where it was to go, a line a kind: "2 relations". */
export const lostLines = (kinds: readonly { readonly what: string; readonly count: number }[]): string[] =>
  kinds.map(({ what, count }) => `${formatCount(count)} ${what}`);

/** What an export says of items with disputed fields. */
export function disputedInWords(items: number): string {
  const which = items === 1 ? '1 item has disputed fields' : `${String(items)} items have disputed fields`;
  return `${which}: until somebody decides in Adjudicate, exports contain their previous answers, and gold.csv marks them as disputed.`;
}
