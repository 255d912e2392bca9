import type { Json, JsonObject } from '../../base/json.ts';
import { withOutdatedMarked } from '../judgedEditions.ts';
import { withChanges } from '../keyOrder.ts';
import { brokenRule, type ParseResult, type Problem } from '../problems.ts';
import type { EditableText, GateOutcome, Validation } from '../validation.ts';
import { answerOfPayload, imageNames, imageRoles, logicChecksOf, TEXTS } from './codec.ts';
import { hintsOf } from './hints.ts';
import { ArgusAnswer, ArgusPayload, CRITERIA, KEY_ORDER } from './schema.ts';

/** Fields without which there is no item; the prohibition it rests on may be missing. */
const REQUIRED = new Set<string>([
  'scenario',
  'trap',
  'basicQuestion',
  'deceptiveQuestion',
  'standardAnswer',
]);

/** What validating generated quintuples comes down to. */
export const validation: Validation = {
  decisionOf(raw) {
    const { verdict, reason } = ArgusAnswer.parse(raw);
    return { decision: verdict, reason: reason.trim() };
  },
  decidingPart: 'verdict',
  texts(payload) {
    const answer = answerOfPayload(payload);
    return TEXTS.map(({ field, title }) => ({ field, title, text: answer[field] }));
  },
  details,
  withTexts,
  proposed(payload, raw) {
    const before = answerOfPayload(payload);
    const now = ArgusAnswer.parse(raw);
    return Object.fromEntries(
      TEXTS.flatMap(({ field }) => (now[field] === before[field] ? [] : [[field, now[field]]])),
    );
  },
  marked: (payload, edition) => withOutdatedMarked(payload, ['logic_check'], edition),
  gates: (payload) => ({ shortcut: null, audit: logicGate(payload) }),
  hints: (payload) => hintsOf(answerOfPayload(payload)),
  machines,
  // The final pass rests on them; that they were seen is part of the answer.
  needsMachines(raw, payload) {
    const answer = ArgusAnswer.parse(raw);
    const isImageDone = answer.image !== null || !imageRoles(payload).includes('candidate');
    return answer.logicCheckSeen && isImageDone && CRITERIA.every((name) => answer[name] !== null);
  },
};

/** What models said, with the images by their numbers: file names are kept from the person who has yet to answer. */
function machines(payload: JsonObject): JsonObject {
  const checks = logicChecksOf(payload);
  if (checks.length === 0) return {};
  const names = imageNames(payload);
  return {
    logic_check: checks.map(({ image, model, verdict, rationale, outdated }) => ({
      model,
      verdict,
      rationale: rationale ?? '',
      ...(outdated === true && { outdated }),
      image: image === undefined ? null : names.indexOf(image) + 1,
    })),
  };
}

/** Where the item belongs. */
function details(payload: JsonObject): readonly EditableText[] {
  const { domain, topic } = answerOfPayload(payload);
  return [
    { field: 'domain', title: 'Domain', text: domain ?? '' },
    { field: 'topic', title: 'Topic', text: topic, isOptional: true },
  ];
}

function withTexts(payload: JsonObject, texts: Readonly<Record<string, string>>): ParseResult<JsonObject> {
  const before = answerOfPayload(payload);
  const changes: Record<string, Json | undefined> = {};
  const problems: Problem[] = [];
  for (const [name, text] of Object.entries(texts)) {
    if (name === 'domain' || name === 'topic') {
      if (name === 'domain' && text.trim() === '')
        problems.push(brokenRule(name, 'The domain cannot be empty.'));
      else if (text !== (before[name] ?? '')) changes[name] = text.trim() === '' ? undefined : text;
      continue;
    }
    const known = TEXTS.find(({ field }) => field === name);
    if (known === undefined) problems.push(brokenRule(name, 'Argus Inspection items have no such text.'));
    else if (REQUIRED.has(name) && text.trim() === '')
      problems.push(brokenRule(name, `The ${known.title.toLowerCase()} cannot be empty.`));
    else if (text !== before[known.field]) changes[known.key] = text;
  }
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: Object.keys(changes).length === 0 ? payload : withChanges(payload, changes, KEY_ORDER),
  };
}

/**
 * What the models' checks that concern the item come to: those of the current edition without an image or of the chosen one. As long as
 * none is chosen a check of one candidate says nothing of the item.
 */
function logicGate(payload: JsonObject): GateOutcome | null {
  const chosen = ArgusPayload.parse(payload).image ?? null;
  const verdicts = logicChecksOf(payload).flatMap(({ image, verdict, outdated }) =>
    outdated === true ? [] : image === undefined || image === chosen ? [verdict] : [],
  );
  if (verdicts.includes('inconsistent')) return 'failed';
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'consistent') ? 'passed' : null;
}
