import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../../base/json.ts';
import type { ParsedItem } from '../benchmark.ts';
import { withChanges } from '../keyOrder.ts';
import { type AskedParts, withParts } from '../parts.ts';
import { acceptObject, brokenRule, type ParseResult } from '../problems.ts';
import { imageRights } from './imageRights.ts';
import { LETTERS, placeOf } from './options.ts';
import { KEY_ORDER, McsBenchAnswer, McsBenchPayload, SourceItem } from './schema.ts';

/** Reads one object of the data file. The payload is the object itself: nothing is dropped or reordered. */
export function parseItem(value: Json): ParseResult<ParsedItem> {
  if (isJsonObject(value) && Object.hasOwn(value, 'base_id') && !Object.hasOwn(value, 'task'))
    return {
      ok: false,
      problems: [
        brokenRule(
          'base_id',
          'Put a reasoning-chain item into "rc_items" of the item that it names, or import it from its own file as mcsbench-rc.',
        ),
      ],
    };
  const accepted = acceptObject(SourceItem, value);
  if (!accepted.ok) return accepted;
  const source = SourceItem.parse(accepted.value);
  const role = imageNames(source).length > 1 ? 'member' : 'image';
  return {
    ok: true,
    value: {
      externalId: String(source.id),
      payload: accepted.value,
      images: [...new Set(imageNames(source))].map((name) => {
        const rights = imageRights(accepted.value, name);
        return rights === null ? { role, name } : { role, name, rights };
      }),
    },
  };
}

/** The names of an item's images as it has them: Image-1, Image-2 and so on. */
export function imageNames({ image, images }: Pick<McsBenchPayload, 'image' | 'images'>): readonly string[] {
  if (images !== undefined && images !== null && images.length > 0)
    return images.map((each) => (typeof each === 'string' ? each : each.file));
  return isName(image) ? [image] : [];
}

/** The payload with the names of its images, in their order, replaced. */
export function withImageNames(payload: JsonObject, names: readonly string[]): JsonObject {
  const { image, images } = McsBenchPayload.pick({ image: true, images: true }).parse(payload);
  const listed = payload['images'] ?? null;
  if (isList(listed) && listed.length > 0) {
    const before = imageNames({ images });
    const distinct = [...new Set(before)];
    const renamed = listed.map((each, place): Json => {
      const file = names[distinct.indexOf(before[place] ?? '')] ?? before[place] ?? '';
      return isJsonObject(each) ? { ...each, file } : file;
    });
    return { ...payload, images: renamed };
  }
  return isName(image) ? { ...payload, image: names[0] ?? image } : payload;
}

const isName = (image: string | null | undefined): image is string => (image ?? '') !== '';

/** A form that nobody has answered yet. */
const BLANK: McsBenchAnswer = {
  verdict: null,
  reason: '',
  shortcut: null,
  blindOption: null,
  goldCorrect: null,
  goldOptimal: null,
  plausibleA: null,
  plausibleB: null,
  plausibleC: null,
  plausibleD: null,
  plausibleE: null,
  incorrectA: null,
  incorrectB: null,
  incorrectC: null,
  incorrectD: null,
  incorrectE: null,
  answerable: null,
  clear: null,
  quality: null,
  factualCorrectness: null,
  distractorCorrectness: null,
  imageDependency: null,
  selfContainedness: null,
  relations: [],
  operator: null,
  secondOperator: null,
  chainSufficient: null,
  chainCorrect: null,
  chainSound: null,
  chain1F: null,
  chain1G: null,
  chain1H: null,
  chain1I: null,
  chain1J: null,
  chain2F: null,
  chain2G: null,
  chain2H: null,
  chain2I: null,
  chain2J: null,
  chain3F: null,
  chain3G: null,
  chain3H: null,
  chain3I: null,
  chain3J: null,
  question: '',
  optionA: '',
  optionB: '',
  optionC: '',
  optionD: '',
  optionE: '',
  gold: null,
};

/** The answer that a payload amounts to: its texts, its gold and its tags, without a verdict. */
export function answerOfPayload(payload: JsonObject): McsBenchAnswer {
  const source = McsBenchPayload.parse(payload);
  const options = source.options ?? [];
  const place = placeOf(source.answer ?? '', options);
  return {
    ...BLANK,
    relations: [...new Set(source.pr ?? [])],
    operator: source.op_primary ?? null,
    secondOperator: source.op_secondary ?? null,
    question: source.question ?? '',
    optionA: options[0] ?? '',
    optionB: options[1] ?? '',
    optionC: options[2] ?? '',
    optionD: options[3] ?? '',
    optionE: options[4] ?? '',
    gold: place === null ? null : (LETTERS[place] ?? null),
  };
}

/** The options of an answer, A to E. */
export const optionsOf = (answer: McsBenchAnswer): readonly string[] =>
  LETTERS.map((letter) => answer[`option${letter}`]);

/**
 * The payload with the tags of an answer written into it, and with its texts where the item has none: a text that is
 * there changes by a fix alone. Tags that nobody gave erase nothing. What the answer leaves as it is stays to the letter.
 */
export function payloadWithAnswer(
  payload: JsonObject,
  answer: JsonObject,
  asked: AskedParts = null,
): JsonObject {
  const now = McsBenchAnswer.parse(withParts(answerOfPayload(payload), answer, asked));
  const before = answerOfPayload(payload);
  const changes: Record<string, Json | undefined> = {};
  const isLacking = (text: string): boolean => text.trim() === '';
  if (isLacking(before.question) && !isLacking(now.question)) changes['question'] = now.question;
  const given = optionsOf(now);
  const options = optionsOf(before).map((text, place) => (isLacking(text) ? (given[place] ?? '') : text));
  if (!sameJson(options, optionsOf(before))) changes['options'] = options;
  if (before.gold === null && now.gold !== null) changes['answer'] = now.gold;
  if (now.relations.length > 0 && !sameJson([...now.relations].sort(), [...before.relations].sort()))
    changes['pr'] = [...now.relations];
  // The two operators are one classification.
  if (now.operator !== null) {
    if (now.operator !== before.operator) changes['op_primary'] = now.operator;
    if (now.secondOperator !== before.secondOperator)
      changes['op_secondary'] = now.secondOperator ?? undefined;
  }
  return Object.keys(changes).length === 0 ? payload : withChanges(payload, changes, KEY_ORDER);
}
