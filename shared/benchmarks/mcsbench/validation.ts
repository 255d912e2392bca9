import { z } from 'zod';
import { JsonObject, type Json } from '../../domain/json.ts';
import type { Parsed, Problem } from '../benchmark.ts';
import { withChanges } from '../keyOrder.ts';
import { broken } from '../problems.ts';
import type { Gate, ItemText, Validation } from '../validation.ts';
import { answerOfPayload, imageNames } from './codec.ts';
import { hintsOf } from './hints.ts';
import { mendedMatching } from './matching.ts';
import { CHAIN_LETTERS, LETTERS, placeOf } from './options.ts';
import { Answer, KEY_ORDER, Payload, Verdict } from './schema.ts';

/** From this share of text-only attempts on an item counts as solved without its image. */
const SHORTCUT_SHARE = 0.5;

/** An auditor who gives an item so many points of quality, or fewer, keeps it out. */
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
  withTexts,
  proposed,
  gates,
  hints: (payload) => hintsOf(Payload.parse(payload)),
  // Answers write tags into the payload, and nothing into an audit.
  machines: (payload, source) => ({ ...pick(payload, ['audit']), ...pick(source, TAGS) }),
};

const TAGS = ['pr', 'op_primary', 'op_secondary', 'rationale'] as const;

function pick(from: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key): [string, Json][] => {
      const value = Object.hasOwn(from, key) ? from[key] : undefined;
      return value === undefined || value === null ? [] : [[key, value]];
    }),
  );
}

const Decision = z.looseObject({ verdict: Verdict.nullable(), reason: z.string() });

function textsOf(payload: JsonObject): readonly ItemText[] {
  const source = Payload.parse(payload);
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

function withTexts(payload: JsonObject, texts: Readonly<Record<string, string>>): Parsed<JsonObject> {
  const known = textsOf(payload);
  const now = new Map(known.map(({ field, text }) => [field, text]));
  const problems: Problem[] = [];
  for (const [field, text] of Object.entries(texts)) {
    const place = known.find((each) => each.field === field);
    if (place === undefined) problems.push(broken(field, 'is no text of the item'));
    else if (text.trim() === '') problems.push(broken(field, 'is empty'));
    else if (place.choices !== undefined && !place.choices.includes(text))
      problems.push(broken(field, `is none of ${place.choices.join(', ')}`));
    else now.set(field, text);
  }
  if (problems.length > 0) return { ok: false, problems };
  const changed = new Set(known.flatMap(({ field, text }) => (now.get(field) === text ? [] : [field])));
  if (changed.size === 0) return { ok: true, value: payload };
  return written(payload, changed, (field) => now.get(field) ?? '');
}

function written(
  payload: JsonObject,
  changed: ReadonlySet<string>,
  now: (field: string) => string,
): Parsed<JsonObject> {
  const source = Payload.parse(payload);
  const changes: Record<string, Json | undefined> = {};
  if (changed.has('question')) changes['question'] = now('question');
  const options = LETTERS.map((letter) => now(`option${letter}`));
  if (LETTERS.some((letter) => changed.has(`option${letter}`))) changes['options'] = options;
  const gold = LETTERS.findIndex((letter) => letter === now('gold'));
  const key = gold === -1 ? (source.answer ?? '') : keyNaming(gold, source.answer ?? '', options, LETTERS);
  if (key === null) return refused('gold', 'cannot be told from the other options');
  if (key !== (source.answer ?? '')) changes['answer'] = key;
  const after = { ...source, options, answer: key };
  const mended = mendedMatching(after, imageNames(source).length, changed.has('gold'));
  if (mended !== null) changes['matching'] = mended.matching;
  if (changed.has(GOLDEN_CHAIN))
    changes['rc_breakdown'] =
      typeof source.rc_breakdown === 'string' ? now(GOLDEN_CHAIN) : now(GOLDEN_CHAIN).split('\n');
  const probes = source.rc_items ?? [];
  const fieldsOf = (at: number): string[] => CHAIN_LETTERS.map((letter) => chainText(at + 1, letter));
  if (probes.some((_, at) => fieldsOf(at).some((field) => changed.has(field)))) {
    const listed = z.array(JsonObject).parse(payload['rc_items'] ?? []);
    const mended: JsonObject[] = [];
    for (const [at, probe] of probes.entries()) {
      const own = listed[at] ?? {};
      const chains = fieldsOf(at).map(now);
      const place = placeOf(probe.answer, probe.options, CHAIN_LETTERS);
      const answer = place === null ? null : keyNaming(place, probe.answer, chains, CHAIN_LETTERS);
      if (answer === null)
        return refused(chainText(at + 1, CHAIN_LETTERS[place ?? 0] ?? 'F'), 'cannot be told from the others');
      mended.push(
        fieldsOf(at).some((field) => changed.has(field))
          ? withChanges(own, { options: chains, ...(answer !== probe.answer && { answer }) }, [])
          : own,
      );
    }
    changes['rc_items'] = mended;
  }
  return { ok: true, value: withChanges(payload, changes, KEY_ORDER) };
}

const refused = (field: string, message: string): Parsed<JsonObject> => ({
  ok: false,
  problems: [broken(field, message)],
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
  const answer = Answer.parse(raw);
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
  shortcut: z.looseObject({ solved: z.number(), of: z.number() }).nullish(),
});

/** What auditors found; an entry that is none says nothing. */
function gates(payload: JsonObject): { readonly shortcut: Gate | null; readonly audit: Gate | null } {
  const raw = payload['audit'] ?? null;
  const listed: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const audits = listed.flatMap((each) => {
    const parsed = Audit.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
  const tried = audits.flatMap(({ shortcut }) =>
    shortcut === undefined || shortcut === null || shortcut.of <= 0 ? [] : [shortcut],
  );
  return {
    shortcut: gate(tried.map(({ solved, of }) => solved / of >= SHORTCUT_SHARE)),
    audit: gate(
      audits.flatMap(({ verdict, hallucination, quality }) =>
        [verdict, hallucination, quality].every((said) => said === undefined || said === null)
          ? []
          : [verdict === 'discard' || hallucination === true || (quality ?? Infinity) <= POOR_QUALITY],
      ),
    ),
  };
}

const gate = (failures: readonly boolean[]): Gate | null =>
  failures.length === 0 ? null : failures.includes(true) ? 'failed' : 'passed';
