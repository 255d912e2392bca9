import { z } from 'zod';
import { isJsonObject, isList, type Json, JsonObject } from '../../base/json.ts';
import { withChanges } from '../keyOrder.ts';
import { brokenRule, type ParseResult } from '../problems.ts';
import type { EditableText } from '../validation.ts';
import { findTask, TASKS } from './families.ts';
import { CHAIN_LETTERS, LETTERS, placeOf } from './options.ts';
import { KEY_ORDER, McsBenchPayload } from './schema.ts';
import { strategyAt } from './strategy.ts';
import { CHAIN_ERRORS } from './taxonomy.ts';

/**
 * What a fix can change of an item besides its wording: where it belongs, the strategies of its distractors, its evidence
 * and references, and what the file says of its chains.
 */
export function detailsOf(payload: JsonObject): readonly EditableText[] {
  const source = McsBenchPayload.parse(payload);
  const { task = '', level, domain, evidence, references, rc_items: probes } = source;
  return [
    { field: 'task', title: 'Task', text: task, choices: TASKS.map(({ name }) => name) },
    // Where an item names none, it follows from the task, also from another one.
    {
      field: 'level',
      title: 'Level',
      text: level ?? findTask(task)?.level ?? '',
      choices: ['L1', 'L2', 'L3', 'L4'],
    },
    { field: 'domain', title: 'Domain', text: domain ?? '', isOptional: true },
    ...strategiesOf(source),
    ...(evidence ?? []).map((each, at): EditableText => ({
      field: `evidence${String(at + 1)}`,
      title: `Evidence ${typeof each !== 'string' && typeof each['id'] === 'string' ? each['id'] : String(at + 1)}`,
      text: typeof each === 'string' ? each : each.text,
      isOptional: true,
    })),
    {
      field: 'references',
      title: 'References, one a line',
      text: (references ?? [])
        .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
        .join('\n'),
      isOptional: true,
    },
    ...(probes ?? []).flatMap((probe, at) => chainDetails(probe, at + 1)),
  ];
}

function strategiesOf(source: McsBenchPayload): readonly EditableText[] {
  const { strategy = null, options = [], answer = '' } = source;
  const gold = placeOf(answer, options);
  if (strategy === null || typeof strategy === 'string')
    return [
      { field: 'strategy', title: 'Strategy of the distractors', text: strategy ?? '', isOptional: true },
    ];
  if (!isList(strategy) && !isJsonObject(strategy)) return [];
  const hasGold = !isList(strategy) || strategy.length === LETTERS.length;
  return LETTERS.flatMap((letter, place): EditableText[] =>
    place === gold && !hasGold
      ? []
      : [
          {
            field: `strategy${letter}`,
            title: `Strategy of ${letter}`,
            text: strategyAt(strategy, place, gold) ?? '',
            isOptional: true,
          },
        ],
  );
}

type Probe = NonNullable<McsBenchPayload['rc_items']>[number];

const errorField = (probe: number, letter: string): string => `rc${String(probe)}${letter}Error`;
const goldField = (probe: number): string => `rc${String(probe)}Gold`;
const questionField = (probe: number): string => `rc${String(probe)}Question`;

function chainDetails(probe: Probe, number: number): readonly EditableText[] {
  const gold = placeOf(probe.answer, probe.options, CHAIN_LETTERS);
  return [
    { field: questionField(number), title: `Question of probe ${String(number)}`, text: probe.question },
    {
      field: goldField(number),
      title: `Gold chain of probe ${String(number)}`,
      text: gold === null ? '' : (CHAIN_LETTERS[gold] ?? ''),
      choices: CHAIN_LETTERS,
    },
    ...CHAIN_LETTERS.map((letter, place): EditableText => ({
      field: errorField(number, letter),
      title: `Error type of chain ${letter} of probe ${String(number)}`,
      text: errorAt(probe, place, gold),
      choices: ['', ...CHAIN_ERRORS.map(({ id }) => id)],
      isOptional: true,
    })),
  ];
}

/** The error type of the chain in a place; '' of the gold one, and where none is given. */
function errorAt({ error_type: types, options }: Probe, place: number, gold: number | null): string {
  if (types === undefined || types === null || place === gold) return '';
  const perChain = types.length === options.length;
  return types[perChain || gold === null || place < gold ? place : place - 1] ?? '';
}

/** The payload with these details instead of its own; what is not named stays to the letter. */
export function withDetails(
  payload: JsonObject,
  changed: ReadonlySet<string>,
  now: (field: string) => string,
): ParseResult<JsonObject> {
  const source = McsBenchPayload.parse(payload);
  const changes: Record<string, Json | undefined> = {};
  for (const key of ['task', 'level', 'domain', 'strategy'] as const)
    if (changed.has(key)) changes[key] = now(key).trim() === '' ? undefined : now(key);
  if (LETTERS.some((letter) => changed.has(`strategy${letter}`)))
    changes['strategy'] = strategies(source, now);
  const listed = z.array(z.unknown()).catch([]).parse(payload['evidence']);
  if (listed.some((_, at) => changed.has(`evidence${String(at + 1)}`)))
    changes['evidence'] = withEvidence(source, now);
  if (changed.has('references')) {
    const references = referencesIn(now('references'));
    if (references === null)
      return refused('references', 'has a line that begins with { and is no JSON object');
    changes['references'] = references;
  }
  const probes = source.rc_items ?? [];
  if (probes.some((_, at) => isProbeChanged(changed, at + 1))) {
    const mended = withProbes(probes, payload, changed, now);
    if (typeof mended === 'string') return refused(mended, 'is missing: choose the error type of this chain');
    changes['rc_items'] = mended;
  }
  return {
    ok: true,
    value: Object.keys(changes).length === 0 ? payload : withChanges(payload, changes, KEY_ORDER),
  };
}

const isProbeChanged = (changed: ReadonlySet<string>, number: number): boolean =>
  [...changed].some((field) =>
    new RegExp(`^rc${String(number)}(?:Question|Gold|[F-J]Error)$`, 'u').test(field),
  );

/** The evidence as it is to be; what has no text any more is left out. */
function withEvidence({ evidence }: McsBenchPayload, now: (field: string) => string): Json {
  return (evidence ?? []).flatMap((each, at): Json[] => {
    const text = now(`evidence${String(at + 1)}`);
    if (text.trim() === '') return [];
    return [typeof each === 'string' ? text : JsonObject.parse({ ...each, text })];
  });
}

/** The probes as they are to be; the field of an error type that is missing where there is one. */
function withProbes(
  probes: readonly Probe[],
  payload: JsonObject,
  changed: ReadonlySet<string>,
  now: (field: string) => string,
): JsonObject[] | string {
  const own = z.array(JsonObject).parse(payload['rc_items'] ?? []);
  const mended: JsonObject[] = [];
  for (const [at, probe] of probes.entries()) {
    const result = isProbeChanged(changed, at + 1) ? withProbe(probe, own[at] ?? {}, at + 1, now) : own[at];
    if (typeof result === 'string') return result;
    if (result !== undefined) mended.push(result);
  }
  return mended;
}

function strategies(
  { strategy = null, options = [], answer = '' }: McsBenchPayload,
  now: (field: string) => string,
): Json {
  const of = (letter: string): string | null => {
    const text = now(`strategy${letter}`).trim();
    return text === '' ? null : text;
  };
  if (isJsonObject(strategy))
    return Object.fromEntries([
      ...Object.entries(strategy).filter(([key]) => !LETTERS.some((letter) => letter === key)),
      ...LETTERS.flatMap((letter) => (of(letter) === null ? [] : [[letter, of(letter)] as const])),
    ]);
  const gold =
    strategy !== null && isList(strategy) && strategy.length < LETTERS.length
      ? placeOf(answer, options)
      : null;
  return LETTERS.flatMap((letter, place) => (place === gold ? [] : [of(letter)]));
}

/** One a line, objects as JSON; null where a line is neither. */
function referencesIn(text: string): readonly Json[] | null {
  const lines = text.split(/\r?\n/u).map((line) => line.trim());
  const read = lines.flatMap((line): (Json | null)[] => {
    if (line === '') return [];
    if (!line.startsWith('{')) return [line];
    const parsed = JsonObject.safeParse(jsonOf(line));
    return [parsed.success ? parsed.data : null];
  });
  return read.includes(null) ? null : read;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The probe as it is to be; the field of the error type that it lacks where one is missing. */
function withProbe(
  probe: Probe,
  own: JsonObject,
  number: number,
  now: (field: string) => string,
): JsonObject | string {
  const letter = now(goldField(number));
  const gold = CHAIN_LETTERS.findIndex((each) => each === letter);
  const former = placeOf(probe.answer, probe.options, CHAIN_LETTERS);
  const types = CHAIN_LETTERS.map((each, place) =>
    place === gold ? null : now(errorField(number, each)) || null,
  );
  const lacking = CHAIN_LETTERS.find((_, place) => place !== gold && types[place] === null);
  const hasTypes = types.some((type) => type !== null);
  if (hasTypes && lacking !== undefined) return errorField(number, lacking);
  const perChain = probe.error_type?.length === CHAIN_LETTERS.length;
  const errorTypes = perChain ? types : types.filter((_, place) => place !== gold);
  return withChanges(
    own,
    {
      question: now(questionField(number)),
      ...(gold !== former && gold !== -1 && { answer: letter }),
      ...((hasTypes || (probe.error_type ?? null) !== null) && {
        error_type: hasTypes ? errorTypes : undefined,
      }),
    },
    [],
  );
}

const refused = (field: string, message: string): ParseResult<JsonObject> => ({
  ok: false,
  problems: [brokenRule(field, message)],
});
