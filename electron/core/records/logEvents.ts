import { z } from 'zod';

/** A change by key: what was added, changed and removed. */
export interface EventDiff {
  readonly added: Readonly<Record<string, unknown>>;
  readonly updated: Readonly<Record<string, readonly [from: unknown, to: unknown]>>;
  readonly removed: Readonly<Record<string, unknown>>;
}

/** Nothing beside the kind; what an older version wrote there is left alone. */
const nothing = z.undefined().catch(undefined);
/** A detail that not every event of the kind has. */
const maybe = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape).optional().catch(undefined);
/** Large ones are not looked into: their readers parse the part that they need. */
const anyDiff = z.custom<EventDiff>((value) => typeof value === 'object' && value !== null);
/** A change of some named fields, each as it was and as it is. */
const updates = <Fields extends z.ZodType<object>>(fields: Fields) => z.looseObject({ updated: fields });

const change = { detail: nothing, diff: anyDiff };
const status = z.string().nullable();

/**
 * What the log holds of each kind of event beside who, when and about which items: `detail` and `diff`. These are the forms in
 * which events are written. An older entry that has another form is told by its kind alone.
 */
export const EVENTS = {
  edit: change,
  undo: change,
  redo: change,
  restore: change,
  submit: {
    detail: z.looseObject({
      annotation: z.string(),
      activeMilliseconds: z.number().optional(),
      vouchedBy: z.string().optional(),
    }),
    diff: nothing,
  },
  skip: { detail: z.looseObject({ reason: z.string() }), diff: nothing },
  status: {
    /** `cause`: an image of the item changed; `submission`: the answer from which the status follows. */
    detail: maybe({ cause: z.string().optional() }),
    diff: anyDiff,
  },
  tags: change,
  split: {
    detail: maybe({
      shares: z.record(z.string(), z.number()).optional(),
      seed: z.union([z.string(), z.number()]).optional(),
    }),
    diff: anyDiff,
  },
  vocabulary: change,
  settings: { detail: z.looseObject({ field: z.string() }), diff: nothing },
  person: {
    detail: z.looseObject({ handle: z.string() }),
    /** Left out: the person is new. */
    diff: updates(z.record(z.string(), z.tuple([z.string(), z.string()]))).optional(),
  },
  import: {
    /** `adds`: what an undo of it deletes; `since`: the entry after which it began. */
    detail: z.looseObject({
      format: z.string(),
      added: z.number(),
      updated: z.number(),
      unchanged: z.number(),
      adds: z.literal('items').optional(),
      since: z.int().optional(),
    }),
    diff: nothing,
  },
  update: { detail: maybe({ format: z.string() }), diff: anyDiff },
  attach: change,
  export: {
    detail: z.looseObject({
      format: z.string(),
      items: z.number(),
      pseudonyms: z.record(z.string(), z.string()).optional(),
    }),
    diff: nothing,
  },
  /** `undoes` names the entry that it takes back, `kind` the kind of that. */
  revert: {
    detail: z.looseObject({
      kind: z.string(),
      items: z.number().optional(),
      removed: z.string().optional(),
    }),
    diff: anyDiff.optional(),
  },
  /** A rater's blank document in the place of what they had there before, or the start of a decision. */
  begin: {
    detail: maybe({ cause: z.string().optional(), decision: z.string().optional() }),
    diff: anyDiff.optional(),
  },
  assign: {
    detail: z.looseObject({
      people: z.number(),
      round: z.number(),
      overlap: z.number(),
      order: z.string(),
      seed: z.union([z.string(), z.number()]),
    }),
    diff: nothing,
  },
  withdraw: { detail: z.looseObject({ person: z.string(), round: z.number() }), diff: nothing },
  /** With a diff: the rating status or gold of an item changed. With a detail: somebody resolved a conflict of a merge. */
  settle: {
    detail: maybe({ choice: z.enum(['ours', 'theirs']), source: z.string() }),
    diff: updates(
      z.looseObject({
        raters: z.tuple([status, status]).optional(),
        gold: z.tuple([status, status]).optional(),
      }),
    ).optional(),
  },
  /** Gold that was made by earlier rules was recomputed. */
  gold: {
    /** The rows that it replaced, for the way back (`derived/keptGold.ts`). */
    detail: z.looseObject({ kept: z.unknown(), statuses: z.unknown() }),
    diff: anyDiff,
  },
  decide: { detail: z.looseObject({ cause: z.string().optional() }), diff: anyDiff },
  reopen: { detail: z.looseObject({ note: z.string() }), diff: anyDiff },
  guideline: {
    detail: z.looseObject({ field: z.string(), round: z.number().optional() }),
    diff: anyDiff,
  },
  comment: {
    detail: z.looseObject({ did: z.enum(['add', 'resolve', 'reopen', 'remove']), text: z.string() }),
    diff: nothing,
  },
  package: { detail: z.looseObject({ person: z.string() }), diff: nothing },
  merge: { detail: z.looseObject({ source: z.string() }), diff: nothing },
  study: {
    /** `did`: what became of the study, or of a person in it, such as "Opened". */
    detail: z.looseObject({
      did: z.string(),
      study: z.string(),
      person: z.string().optional(),
      reason: z.string().optional(),
      people: z.number().optional(),
      items: z.number().optional(),
      seed: z.union([z.string(), z.number()]).optional(),
    }),
    diff: nothing,
  },
  delete: {
    detail: z.looseObject({ items: z.number(), names: z.array(z.string()).optional() }),
    diff: anyDiff,
  },
  /** A new edition of an item. */
  fix: { detail: z.looseObject({ number: z.number(), reason: z.string() }), diff: anyDiff },
} satisfies Record<string, { readonly detail: z.ZodType; readonly diff: z.ZodType }>;

export type EventKind = keyof typeof EVENTS;
export type EventDetail<Kind extends EventKind> = z.output<(typeof EVENTS)[Kind]['detail']>;

/** A member that may be left out where it may be undefined. */
type Member<Name extends string, Value> = undefined extends Value
  ? { readonly [Each in Name]?: Value }
  : { readonly [Each in Name]: Value };

/** What an event says, by its kind. */
export type EventContent<Kinds extends EventKind = EventKind> = {
  [Kind in Kinds]: { readonly kind: Kind } & Member<'detail', EventDetail<Kind>> &
    Member<'diff', z.output<(typeof EVENTS)[Kind]['diff']>>;
}[Kinds];

/** The kind of an entry as the database holds it; null for one that this version does not know. */
export const eventKind = (kind: string): EventKind | null => (isEventKind(kind) ? kind : null);

const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(EVENTS, kind);
