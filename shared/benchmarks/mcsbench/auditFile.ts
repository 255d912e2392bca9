import { z } from 'zod';
import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../../base/json.ts';
import type { Addition } from '../additions.ts';
import { withChanges } from '../keyOrder.ts';
import { aboutEdition, editionOfFinding } from '../judgedEditions.ts';
import { acceptObject } from '../problems.ts';
import { LETTERS } from './options.ts';
import { KEY_ORDER } from './schema.ts';

const Id = z.union([z.string().min(1, 'is empty'), z.number()]);
const Score = z.int('is no whole number').min(1, 'is below 1').max(5, 'is above 5');
const Flag = z.boolean('is neither true nor false');

/** Who tried, where a line tells the attempts from the text alone and nobody's name. */
const TEXT_ONLY = 'text-only attempts';

/** What every auditor gives who looked at the item as a whole. */
const FINDINGS = [
  'quality',
  'factual_correctness',
  'distractor_correctness',
  'image_dependency',
  'self_containedness',
  'hallucination',
  'verdict',
] as const;

/**
 * One line of `mcsbench-audit`: what an LLM auditor found of an item, or how often it was solved without the image, or
 * both.
 */
const AuditLine = z
  .looseObject({
    id: Id,
    auditor: z
      .string()
      .max(200, 'is longer than 200 characters')
      .refine((name) => name.trim() !== '', 'is empty')
      .nullish(),
    quality: Score.nullish(),
    factual_correctness: Score.nullish(),
    distractor_correctness: Score.nullish(),
    image_dependency: Score.nullish(),
    self_containedness: Score.nullish(),
    hallucination: Flag.nullish(),
    /** By letter; the gold option is correct and no distractor, so that plausible says nothing of it. */
    options: z
      .record(z.string(), z.looseObject({ correct: Flag, plausible: Flag.nullish() }))
      .superRefine((options, context) => {
        for (const key of Object.keys(options))
          if (!LETTERS.some((letter) => letter === key))
            context.addIssue({ code: 'custom', path: [key], message: 'is none of the letters A to E' });
      })
      .nullish(),
    justification: z
      .looseObject({ sufficient: Flag, factually_correct: Flag, logically_sound: Flag })
      .nullish(),
    /** How many attempts from the text alone solved it. */
    shortcut: z
      .looseObject({
        solved: z.int('is no whole number').nonnegative('is below 0'),
        of: z.int('is no whole number').positive('is below 1'),
      })
      .refine(({ solved, of }) => solved <= of, { path: ['solved'], message: 'is more than there were' })
      .nullish(),
    /** Which edition of the item was judged; left out: the current one. */
    edition: z.int('is no whole number').positive('is below 1').nullish(),
    verdict: z.enum(['keep', 'discard'], 'is neither "keep" nor "discard"').nullish(),
    note: z.string().nullish(),
  })
  .superRefine((line, context) => {
    const missing = FINDINGS.filter((field) => line[field] === undefined || line[field] === null);
    const isShortcutOnly = missing.length === FINDINGS.length && (line.shortcut ?? null) !== null;
    if (isShortcutOnly) return;
    if ((line.auditor ?? null) === null)
      context.addIssue({ code: 'custom', path: ['auditor'], message: 'is missing' });
    for (const field of missing) context.addIssue({ code: 'custom', path: [field], message: 'is missing' });
  });

/** What auditors found, into `audit`: an entry for each auditor and edition, replaced where the auditor speaks again. */
export const audits: Addition = {
  parse(value) {
    const accepted = acceptObject(AuditLine, value);
    if (!accepted.ok) return accepted;
    const line = AuditLine.parse(accepted.value);
    const { id, edition = null } = line;
    const auditor = line.auditor ?? TEXT_ONLY;
    const entry = {
      auditor,
      ...Object.fromEntries(
        Object.entries(accepted.value).filter(
          ([key, part]) => key !== 'id' && (key !== 'auditor' || part !== null),
        ),
      ),
    };
    const key = edition === null ? auditor : JSON.stringify([auditor, edition]);
    return { ok: true, value: { item: String(id), key, entry } };
  },
  about: (entry, edition, payload) => aboutEdition(entry, edition, auditsOf(payload)),
  apply(payload, entries) {
    const before = auditsOf(payload);
    const after = entries.reduce<readonly Json[]>(withEntry, before);
    return {
      ok: true,
      value: sameJson(before, after) ? payload : withChanges(payload, { audit: after }, KEY_ORDER),
    };
  },
  keep(source, added) {
    const own = auditsOf(source);
    const known = auditsOf(added);
    if (known.length === 0) return source;
    const others = known.filter((each) => !own.some((mine) => isSameAudit(mine, each)));
    if (others.length === 0) return source;
    // In the order in which they came, which a source that says nothing new does not change.
    const kept = known.map((each) => own.find((mine) => isSameAudit(mine, each)) ?? each);
    const fresh = own.filter((mine) => !kept.some((each) => sameJson(each, mine)));
    return withChanges(source, { audit: [...kept, ...fresh] }, KEY_ORDER);
  },
};

/** What an item holds of auditors already; an item may have come with one object of them. */
function auditsOf(payload: JsonObject): readonly Json[] {
  const audit = Object.hasOwn(payload, 'audit') ? (payload['audit'] ?? null) : null;
  if (audit === null) return [];
  return isList(audit) ? audit : [audit];
}

function auditorOf(entry: Json): string | null {
  const auditor = isJsonObject(entry) ? entry['auditor'] : undefined;
  return typeof auditor === 'string' ? auditor : null;
}

/** Whether both are by one auditor about one edition; what names no auditor is only like itself. */
function isSameAudit(one: Json, other: Json): boolean {
  const auditor = auditorOf(one);
  if (auditor === null) return sameJson(one, other);
  return auditor === auditorOf(other) && editionOfFinding(one) === editionOfFinding(other);
}

function withEntry(audits: readonly Json[], entry: JsonObject): readonly Json[] {
  const place = audits.findIndex((each) => isSameAudit(each, entry));
  return place === -1 ? [...audits, entry] : audits.with(place, entry);
}
