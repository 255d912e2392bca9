import { z } from 'zod';
import { isList, type Json, JsonObject } from '../../base/json.ts';
import { isOutdated, withOutdatedMarked } from '../judgedEditions.ts';
import { withChanges } from '../keyOrder.ts';
import { brokenRule, type ParseResult, type Problem } from '../problems.ts';
import type { EditableText, GateOutcome, Validation } from '../validation.ts';
import { answerOfPayload, imageNames } from './codec.ts';
import { detailsOf, withDetails } from './details.ts';
import { hintsOf } from './hints.ts';
import { repairMatching } from './matching.ts';
import { CHAIN_LETTERS, LETTERS, type OptionLetter, placeOf } from './options.ts';
import {
  RELATION_KEYS,
  RELATIONS_EDITION,
  RELATIONS_OUTDATED,
  withRelationsMarked,
} from './relationEdition.ts';
import { ItemVerdict, KEY_ORDER, McsBenchAnswer, McsBenchPayload } from './schema.ts';

/**
 * An item counts as solved without its image where a larger share of all text-only attempts chose the gold option
 * (appendix D.2: "if text-only accuracy exceeds a fixed threshold", of the ensemble of testees).
 */
export const SHORTCUT_SHARE = 0.5;

/** The share of attempts that guess right by chance. */
export const CHANCE = 1 / LETTERS.length;

/** An auditor who gives an item this many points of quality or fewer keeps it out. */
const POOR_QUALITY = 2;

/** The name of the golden chain's text, and of a chain's of a probe (from 1). */
export const GOLDEN_CHAIN = 'rc_breakdown';
const chainText = (probe: number, letter: string): string => `rc${String(probe)}${letter}`;

/** How generated items of MCSBench are validated. */
export const validation: Validation = {
  decisionOf(answer) {
    const { verdict, reason } = Decision.parse(answer);
    return { decision: verdict, reason: reason.trim() };
  },
  decidingPart: 'verdict',
  texts: textsOf,
  details: detailsOf,
  withTexts,
  proposed,
  marked: (payload, edition, answer) =>
    withRelationsMarked(withOutdatedMarked(payload, ['audit'], edition), edition, answer),
  gates,
  hints: (payload) => hintsOf(McsBenchPayload.parse(payload)),
  // Answers write tags into the payload, and nothing into an audit.
  machines: (payload, source) => ({ ...pick(payload, ['audit']), ...pick(source, CLASSIFICATION) }),
};

const CLASSIFICATION = [...RELATION_KEYS, RELATIONS_EDITION, RELATIONS_OUTDATED] as const;

function pick(from: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key): [string, Json][] => {
      const value = Object.hasOwn(from, key) ? from[key] : undefined;
      return value === undefined || value === null ? [] : [[key, value]];
    }),
  );
}

const Decision = z.looseObject({ verdict: ItemVerdict.nullable(), reason: z.string() });

function textsOf(payload: JsonObject): readonly EditableText[] {
  const source = McsBenchPayload.parse(payload);
  const answer = answerOfPayload(payload);
  return [
    { field: 'question', title: 'Question', text: answer.question },
    ...LETTERS.map((letter) => ({
      field: `option${letter}`,
      title: `Option ${letter}`,
      text: answer[`option${letter}`],
    })),
    { field: 'gold', title: 'Gold option', text: answer.gold ?? '', choices: LETTERS },
    ...(source.rc_breakdown === undefined || source.rc_breakdown === null
      ? []
      : [{ field: GOLDEN_CHAIN, title: 'Golden chain', text: linesOf(source.rc_breakdown).join('\n') }]),
    ...(source.rc_items ?? []).flatMap(({ options }, at) =>
      CHAIN_LETTERS.map((letter, place) => ({
        field: chainText(at + 1, letter),
        title: `Chain ${letter} of probe ${String(at + 1)}`,
        text: options[place] ?? '',
      })),
    ),
  ];
}

const linesOf = (text: string | readonly string[]): readonly string[] =>
  typeof text === 'string' ? [text] : text;

function withTexts(payload: JsonObject, texts: Readonly<Record<string, string>>): ParseResult<JsonObject> {
  const known = [...textsOf(payload), ...detailsOf(payload)];
  const now = new Map(known.map(({ field, text }) => [field, text]));
  const problems: Problem[] = [];
  for (const [field, text] of Object.entries(texts)) {
    const place = known.find((each) => each.field === field);
    if (place?.text === text) continue;
    if (place === undefined) problems.push(brokenRule(field, 'is no text of the item'));
    else if (text.trim() === '' && place.isOptional !== true) problems.push(brokenRule(field, 'is empty'));
    else if (place.choices !== undefined && !place.choices.includes(text))
      problems.push(brokenRule(field, `is none of ${place.choices.join(', ')}`));
    else now.set(field, text);
  }
  if (problems.length > 0) return { ok: false, problems };
  const changed = new Set(known.flatMap(({ field, text }) => (now.get(field) === text ? [] : [field])));
  if (changed.size === 0) return { ok: true, value: payload };
  const worded = written(payload, changed, (field) => now.get(field) ?? '');
  return worded.ok ? withDetails(worded.value, changed, (field) => now.get(field) ?? '') : worded;
}

function written(
  payload: JsonObject,
  changed: ReadonlySet<string>,
  now: (field: string) => string,
): ParseResult<JsonObject> {
  const source = McsBenchPayload.parse(payload);
  const changes: Record<string, Json | undefined> = {};
  if (changed.has('question')) changes['question'] = now('question');
  const options = LETTERS.map((letter) => now(`option${letter}`));
  if (LETTERS.some((letter) => changed.has(`option${letter}`))) changes['options'] = options;
  const { answer: former = '' } = source;
  const gold = LETTERS.findIndex((letter) => letter === now('gold'));
  const key = gold === -1 ? former : keyNaming(gold, former, options, LETTERS);
  if (key === null) return refused('gold', 'cannot be told from the other options');
  if (key !== former) changes['answer'] = key;
  const after = { ...source, options, answer: key };
  const mended = repairMatching(after, imageNames(source).length, changed.has('gold'));
  if (mended !== null) changes['matching'] = mended.matching;
  if (changed.has(GOLDEN_CHAIN))
    changes['rc_breakdown'] =
      typeof source.rc_breakdown === 'string' ? now(GOLDEN_CHAIN) : now(GOLDEN_CHAIN).split('\n');
  const probes = source.rc_items ?? [];
  if (probes.some((_, at) => chainFields(at).some((field) => changed.has(field)))) {
    const chains = withChains(probes, payload, changed, now);
    if (typeof chains === 'string') return refused(chains, 'cannot be told from the others');
    changes['rc_items'] = chains;
  }
  return {
    ok: true,
    value: Object.keys(changes).length === 0 ? payload : withChanges(payload, changes, KEY_ORDER),
  };
}

/** The fields of the chains of a probe. */
const chainFields = (at: number): string[] => CHAIN_LETTERS.map((letter) => chainText(at + 1, letter));

/** The probes with their changed chains; the field of a gold chain that is none any more where there is one. */
function withChains(
  probes: NonNullable<McsBenchPayload['rc_items']>,
  payload: JsonObject,
  changed: ReadonlySet<string>,
  now: (field: string) => string,
): JsonObject[] | string {
  const listed = z.array(JsonObject).parse(payload['rc_items'] ?? []);
  const mended: JsonObject[] = [];
  for (const [at, probe] of probes.entries()) {
    const own = listed[at] ?? {};
    const chains = chainFields(at).map(now);
    const place = placeOf(probe.answer, probe.options, CHAIN_LETTERS);
    const answer = place === null ? null : keyNaming(place, probe.answer, chains, CHAIN_LETTERS);
    if (answer === null) return chainText(at + 1, CHAIN_LETTERS[place ?? 0] ?? 'F');
    mended.push(
      chainFields(at).some((field) => changed.has(field))
        ? withChanges(own, { options: chains, ...(answer !== probe.answer && { answer }) }, [])
        : own,
    );
  }
  return mended;
}

const refused = (field: string, message: string): ParseResult<JsonObject> => ({
  ok: false,
  problems: [brokenRule(field, message)],
});

/** The key that names this option: the one that there is where it still does, else its letter, else its text. */
function keyNaming(
  place: number,
  key: string,
  options: readonly string[],
  letters: readonly string[],
): string | null {
  const keys = [key, letters[place] ?? '', options[place] ?? ''];
  return keys.find((each) => placeOf(each, options, letters) === place) ?? null;
}

function proposed(payload: JsonObject, raw: JsonObject): Readonly<Record<string, string>> {
  const answer = McsBenchAnswer.parse(raw);
  return Object.fromEntries(
    textsOf(payload).flatMap(({ field, text }): [string, string][] => {
      const wanted = ANSWERED.find((name) => name === field);
      const own = wanted === undefined ? null : answer[wanted];
      // Nobody proposes that a text be missing.
      return own === null || own.trim() === '' || own === text ? [] : [[field, own]];
    }),
  );
}

/** The texts that an answer holds as well. */
const ANSWERED = ['question', ...LETTERS.map((letter) => `option${letter}` as const), 'gold'] as const;

/** What a gate needs of an auditor's output; whatever else it holds is the file format's matter. */
const Audit = z.looseObject({
  quality: z.number().nullish(),
  hallucination: z.boolean().nullish(),
  verdict: z.string().nullish(),
  options: z
    .record(z.string(), z.looseObject({ correct: z.boolean().nullish(), plausible: z.boolean().nullish() }))
    .nullish(),
  justification: z
    .looseObject({
      sufficient: z.boolean().nullish(),
      factually_correct: z.boolean().nullish(),
      logically_sound: z.boolean().nullish(),
    })
    .nullish(),
  shortcut: z.looseObject({ solved: z.number(), of: z.number() }).nullish(),
});
type Audit = z.infer<typeof Audit>;

/** What auditors found of the current edition; an invalid entry says nothing. */
function gates(payload: JsonObject): {
  readonly shortcut: GateOutcome | null;
  readonly audit: GateOutcome | null;
} {
  const audits = currentAudits(payload);
  const attempts = attemptsOf(audits);
  const { gold } = answerOfPayload(payload);
  const said = audits.flatMap((audit) => failsAudit(audit, gold) ?? []);
  return {
    shortcut: attempts === null ? null : attempts.solved / attempts.of > SHORTCUT_SHARE ? 'failed' : 'passed',
    audit: said.length === 0 ? null : said.includes(true) ? 'failed' : 'passed',
  };
}

function currentAudits(payload: JsonObject): readonly Audit[] {
  const raw = payload['audit'] ?? null;
  return (isList(raw) ? raw : [raw]).flatMap((each) => {
    const parsed = Audit.safeParse(each);
    return parsed.success && !isOutdated(each) ? [parsed.data] : [];
  });
}

/** How many attempts from the text alone solved an item, of how many: all testees together; null where nobody tried. */
export interface Attempts {
  readonly solved: number;
  readonly of: number;
}

function attemptsOf(audits: readonly Audit[]): Attempts | null {
  const tried = audits.flatMap(({ shortcut }) => ((shortcut?.of ?? 0) > 0 ? (shortcut ?? []) : []));
  if (tried.length === 0) return null;
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number);
  return { solved: sum(tried.map(({ solved }) => solved)), of: sum(tried.map((each) => each.of)) };
}

/** The attempts on the current edition of an item. */
export const textOnlyAttempts = (payload: JsonObject): Attempts | null => attemptsOf(currentAudits(payload));

/**
 * Whether an auditor keeps an item out, by any of the steps of appendix D.2: quality, hallucination, verification of the
 * options, justification of the gold chain. Null where it says nothing of them.
 */
function failsAudit(
  { verdict, hallucination, quality, options, justification }: Audit,
  gold: OptionLetter | null,
) {
  const findings = [
    ...(verdict == null ? [] : [verdict === 'discard']),
    ...(hallucination == null ? [] : [hallucination]),
    ...(quality == null ? [] : [quality <= POOR_QUALITY]),
    ...Object.entries(options ?? {}).map(([letter, { correct, plausible }]) =>
      letter === gold ? correct === false : gold !== null && (correct === true || plausible === false),
    ),
    ...JUSTIFIED.flatMap((name) => {
      const holds = justification?.[name];
      return holds == null ? [] : [!holds];
    }),
  ];
  return findings.length === 0 ? null : findings.includes(true);
}

/** What an auditor says of the gold chain. */
const JUSTIFIED = ['sufficient', 'factually_correct', 'logically_sound'] as const;
