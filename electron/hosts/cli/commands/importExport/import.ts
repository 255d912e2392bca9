import { resolve } from 'node:path';
import type { z } from 'zod';
import { MADE_WHEN_IN_WORDS, MadeWhen, ReportedOrigin } from '../../../../../shared/domain/answerOrigin.ts';
import { FieldLevel, NamedJudge, NamedModel } from '../../../../../shared/contract/importExport.ts';
import { lostLines } from '../../../../../shared/domain/leftOut.ts';
import { firstIssueInWords } from '../../../../../shared/base/issues.ts';
import { NestedTooDeeply, parseJson } from '../../../../../shared/base/jsonText.ts';
import { keepWhereDue } from '../../../../core/features/casebooks/keepBackups.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { shortened } from '../../output.ts';
import { WrongUsage } from '../../usage.ts';
import { assertFormat } from './formatOption.ts';

export interface ImportOptions {
  readonly format?: string;
  readonly person?: string;
  readonly images?: string;
  readonly link: boolean;
  readonly dryRun: boolean;
  readonly keepGoing: boolean;
  readonly level: readonly string[];
  readonly decimals?: string;
  readonly encoding?: string;
  readonly boxes: string;
  readonly madeIn?: string;
  readonly blind: string;
  readonly madeWhen?: string;
  readonly respondent?: string;
  readonly respondentVersion?: string;
  readonly respondentTemperature?: string;
  readonly respondentSettings?: string;
  readonly judge?: string;
  readonly judgeVersion?: string;
  readonly judgeTemperature?: string;
  readonly judgeInstructions?: string;
}

/** `casebook import` */
export async function importSource(
  invocation: Invocation,
  dir: string,
  source: string,
  options: ImportOptions,
): Promise<void> {
  if (options.format !== undefined) assertFormat(options.format, 'reads');
  const levels = levelsOption(options.level);
  const decimals = oneOf('--decimals', ['point', 'comma'] as const, options.decimals);
  const encoding = oneOf('--encoding', ['windows-1252'] as const, options.encoding?.toLowerCase());
  const boxes = boxesOption(options.boxes);
  const origin = originOption(options);
  const respondent = respondentOption(options);
  const judge = judgeOption(options);
  const intent = options.dryRun ? 'read' : 'once';
  const report = await withCasebook(dir, intent, async ({ casebook, importExport }) => {
    const done = await importExport.import(
      {
        source: resolve(source),
        format: options.format ?? (await recognised(source, importExport)),
        person: options.person,
        imagesFolder: options.images === undefined ? undefined : resolve(options.images),
        link: options.link,
        dryRun: options.dryRun,
        keepGoing: options.keepGoing,
        levels,
        decimals,
        encoding,
        boxes,
        origin,
        respondent,
        judge,
      },
      null,
      { progress: progressOf(invocation), signal: invocation.signal },
    );
    if (done.applied) await keepWhereDue(casebook, 'import');
    return done;
  });
  const { added, updated, unchanged, skipped, images, warnings, changes, similar } = report;
  invocation.output.result(report, [
    ...skipped.map(({ item, field, reason }) => `skipped ${place(item, field)}: ${reason}`),
    ...shortened(warnings.map(({ item, field, message }) => `warning: ${place(item, field)}: ${message}`)),
    ...lostLines(report.not_carried).map((line) => `not carried over: ${line}`),
    ...shortened(
      changes.map(({ item, field, from, to }) => `changed ${place(item, field)}: ${from} -> ${to}`),
    ),
    ...shortened(similar.map((group) => `alike: ${group.join(', ')}`)),
    `${String(added)} added, ${String(updated)} updated, ${String(unchanged)} unchanged, ${String(new Set(skipped.map(({ item }) => item)).size)} skipped.`,
    `${String(images.added)} images added, ${String(images.missing)} missing${images.missing > 0 ? ' (casebook attach finds them in a folder)' : ''}.`,
    ...outcome(report.applied, skipped.length > 0, options),
  ]);
  if (skipped.length > 0) invocation.foundProblems();
}

/** The one format that a source fits. */
async function recognised(
  source: string,
  { recognise }: { readonly recognise: (path: string) => Promise<readonly string[]> },
): Promise<string> {
  const [format, ...others] = await recognise(resolve(source));
  if (format === undefined)
    throw new WrongUsage(`Casebook does not recognise ${source}: give --format; see casebook formats.`);
  if (others.length > 0)
    throw new WrongUsage(
      `${source} fits several formats: give --format ${[format, ...others].join(' or --format ')}.`,
    );
  return format;
}

/** That nothing was changed, and what takes the sound part of a source that was refused. */
function outcome(
  applied: boolean,
  hasProblems: boolean,
  { dryRun, keepGoing }: Pick<ImportOptions, 'dryRun' | 'keepGoing'>,
): readonly string[] {
  if (applied) return [];
  const hint = hasProblems && !keepGoing ? ' --keep-going takes what is sound and leaves out the rest.' : '';
  return [`${dryRun ? 'A dry run: nothing was changed.' : 'Nothing was changed.'}${hint}`];
}

function oneOf<T extends string>(
  option: string,
  values: readonly T[],
  text: string | undefined,
): T | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw new WrongUsage(`${option}: "${text}" is not ${values.join(' or ')}.`);
}

function boxesOption(text: string): 'proposals' | 'annotations' | 'ratings' {
  if (text === 'proposals' || text === 'annotations' || text === 'ratings') return text;
  throw new WrongUsage(`--boxes: "${text}" is not proposals, annotations or ratings.`);
}

const BLIND: Readonly<Record<string, ReportedOrigin | undefined>> = {
  yes: { blind: true },
  no: { blind: false },
  unknown: {},
};

/** How ratings came about, of `--made-in`, `--blind` and `--made-when`. */
function originOption({ madeIn, blind, madeWhen }: ImportOptions): ReportedOrigin {
  const isBlind = BLIND[blind];
  if (isBlind === undefined) throw new WrongUsage(`--blind: "${blind}" is not yes, no or unknown.`);
  if (madeWhen !== undefined && !MadeWhen.safeParse(madeWhen).success)
    throw new WrongUsage(`--made-when: "${madeWhen}" is not ${MADE_WHEN_IN_WORDS}.`);
  const said = ReportedOrigin.safeParse({ madeIn, madeWhen, ...isBlind });
  if (!said.success) throw new WrongUsage(`--made-in: ${firstIssueInWords(said.error)}`);
  return said.data;
}

/** The model that answered, of the `--respondent…` options. */
function respondentOption(options: ImportOptions): NamedModel {
  const { respondent, respondentVersion, respondentTemperature, respondentSettings } = options;
  return named(NamedModel, '--respondent', {
    name: respondent,
    version: respondentVersion,
    temperature: numberOption('--respondent-temperature', respondentTemperature),
    settings: jsonOption('--respondent-settings', respondentSettings),
  });
}

/** The LLM that judged, of the `--judge…` options. */
function judgeOption({
  judge,
  judgeVersion,
  judgeTemperature,
  judgeInstructions,
}: ImportOptions): NamedJudge {
  return named(NamedJudge, '--judge', {
    name: judge,
    version: judgeVersion,
    temperature: numberOption('--judge-temperature', judgeTemperature),
    instructions: judgeInstructions === undefined ? undefined : resolve(judgeInstructions),
  });
}

function named<T>(shape: z.ZodType<T>, option: string, given: Readonly<Record<string, unknown>>): T {
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const part = issue?.path[0];
  throw new WrongUsage(
    `${part === undefined || part === 'name' ? option : `${option}-${String(part)}`}: ${firstIssueInWords(parsed.error)}`,
  );
}

function numberOption(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number))
    throw new WrongUsage(`${option}: "${text}" is not a number.`);
  return number;
}

function jsonOption(option: string, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof NestedTooDeeply) throw new WrongUsage(`${option}: ${error.message}`);
    if (error instanceof SyntaxError) throw new WrongUsage(`${option}: "${text}" is not JSON.`);
    throw error;
  }
}

/** The levels of `--level FIELD=LEVEL` or `--level FIELD=ordinal:LEAST<...<MOST`. */
function levelsOption(given: readonly string[]): Record<string, FieldLevel> {
  return Object.fromEntries(
    given.map((text): [string, FieldLevel] => {
      const at = text.lastIndexOf('=');
      const [level, ...rest] = text.slice(at + 1).split(':');
      const order = rest
        .join(':')
        .split('<')
        .map((value) => value.trim())
        .filter((value) => value !== '');
      const parsed = FieldLevel.safeParse({ level, ...(order.length > 0 && { order }) });
      if (at < 1 || !parsed.success || (order.length > 0 && level !== 'ordinal')) {
        throw new WrongUsage(
          `--level: "${text}" is not FIELD=LEVEL, where LEVEL is ${FieldLevel.shape.level.options.join(', ')} (ordinal:low<medium<high gives an order).`,
        );
      }
      return [text.slice(0, at), parsed.data];
    }),
  );
}

const place = (item: string | null, field: string | null): string =>
  [item, field].filter((each) => each !== null).join(', ') || 'the source';
