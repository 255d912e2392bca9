import { z } from 'zod';
import {
  AdjudicationId,
  AnnotationId,
  AssignmentId,
  CommentId,
  EditionId,
  ImageId,
  ItemId,
  PersonId,
  RegionId,
} from '../../../../shared/base/ids.ts';
import { AnswerOrigin } from '../../../../shared/domain/answerOrigin.ts';
import { RegionRecord } from '../../../../shared/domain/document.ts';
import { ForeignImage, ForeignPart } from '../../../../shared/foreign/foreignPart.ts';
import { Json, JsonObject } from '../../../../shared/base/json.ts';
import {
  AnnotationState,
  AnswersOutcome,
  AssignmentState,
  DisagreementCause,
  GoldSource,
  ItemStatus,
  PartSource,
  RatingState,
} from '../../../../shared/domain/status.ts';
import {
  count,
  decimal,
  flag,
  integer,
  json,
  jsonOrNull,
  real,
  round,
  table,
  text,
  time,
  version,
  whole,
} from '../describe.ts';

/* Items, who is asked about them, what they answer, and what is decided. */

const task = z.string().min(1).max(200);
/** Which parts were asked for; null: everything. */
const asked = jsonOrNull(z.array(z.string().min(1).max(200)).max(10_000));

/** Where one part of an item's gold comes from; no annotation: from what the item itself came with. */
const GoldPart = z.object({
  source: PartSource.nullable(),
  annotationId: AnnotationId.nullable(),
  /** Of a consensus: between how many raters, and how much their boxes overlap. */
  raters: z.int().min(2).optional(),
  iou: z.number().min(0).max(1).optional(),
});

/** What is asked about. */
export const item = table({
  columns: {
    sequence: integer(whole),
    id: text(ItemId),
    benchmark: text(z.string()),
    external_id: text(z.string().min(1)),
    payload: json(JsonObject),
    imported_payload: jsonOrNull(JsonObject),
    revision: integer(version),
    status: text(ItemStatus),
    gold_annotation_id: text(AnnotationId.nullable(), 'annotation'),
    split: text(z.string().nullable()),
    title: text(z.string()),
    label: text(z.string().nullable()),
    missing_images: integer(count),
    created_at: integer(time),
    updated_at: integer(time),
    edition_id: text(EditionId.nullable(), 'edition'),
    gold_fields: jsonOrNull(z.record(z.string(), GoldPart)),
    gold_source: text(GoldSource.nullable()),
    gold_boxes: jsonOrNull(z.array(RegionRecord)),
    gold_kept: integer(count.nullable()),
  },
  key: ['sequence'],
  rows: 'editable',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
  local: ['sequence', 'title', 'label', 'missing_images', 'gold_boxes', 'gold_kept'],
  packed: {
    emptied: [
      'imported_payload',
      'gold_source',
      'gold_annotation_id',
      'gold_fields',
      'gold_boxes',
      'gold_kept',
      'split',
    ],
    replaced: [
      'sequence',
      'external_id',
      'payload',
      'revision',
      'status',
      'title',
      'label',
      'missing_images',
      'created_at',
      'updated_at',
    ],
  },
});

/** What a list can be filtered by. */
export const item_facet = table({
  columns: { name: text(z.string()), value: text(z.string()), item: integer(whole, 'item') },
  key: ['name', 'value', 'item'],
  rows: 'derived',
  eyes: 'afterOwnAnswer',
  travels: 'never',
});

/** Tags that curators give. */
export const item_tag = table({
  columns: { tag: text(z.string()), item: integer(whole, 'item') },
  key: ['tag', 'item'],
  rows: 'editable',
  eyes: 'afterOwnAnswer',
  travels: 'never',
});

/** The words of every text of an item and of its latest answers; the rowid is the item's sequence. */
export const item_text = table({
  columns: { text: text(z.string()) },
  key: [],
  rows: 'derived',
  eyes: 'afterOwnAnswer',
  travels: 'never',
  packed: { replaced: ['text'] },
});

/** Which images an item shows, in their order. */
export const item_image = table({
  columns: {
    item_id: text(ItemId, 'item'),
    position: integer(count),
    role: text(z.string()),
    name: text(z.string()),
    image_id: text(ImageId.nullable(), 'image'),
    foreign_part: jsonOrNull(ForeignImage),
  },
  key: ['item_id', 'position'],
  rows: 'editable',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
  partOf: 'item',
  packed: { emptied: ['foreign_part'], replaced: ['position', 'name'] },
});

/** Who is asked about what. */
export const assignment = table({
  columns: {
    id: text(AssignmentId),
    person_id: text(PersonId, 'person'),
    item_id: text(ItemId, 'item'),
    task: text(task),
    round: integer(round),
    position: integer(whole),
    state: text(AssignmentState),
    reason: text(z.string().nullable()),
    created_at: integer(time),
    asked,
  },
  rows: 'editable',
  eyes: 'person',
  travels: 'merged',
  packed: {},
});

/** Answers, version by version. */
export const annotation = table({
  columns: {
    id: text(AnnotationId),
    item_id: text(ItemId, 'item'),
    item_revision: integer(version),
    task: text(task),
    round: integer(round),
    person_id: text(PersonId, 'person'),
    version: integer(version),
    previous_id: text(AnnotationId.nullable(), 'annotation'),
    state: text(AnnotationState),
    payload: json(JsonObject),
    revision: integer(count),
    active_ms: integer(count),
    created_at: integer(time),
    updated_at: integer(time),
    submitted_at: integer(time.nullable()),
    independent: integer(flag),
    edition_id: text(EditionId.nullable(), 'edition'),
    asked,
    signed_off_images: text(
      z
        .string()
        .regex(/^(?:(?:[0-9a-f]{64}|-)(?: |$))*$/u)
        .nullable(),
    ),
    /** Of an answer that was read from a file; null: Casebook recorded it itself. */
    origin: jsonOrNull(AnswerOrigin),
  },
  rows: 'submitted',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
  packed: {},
});

/** The boxes of an answer. */
export const region = table({
  columns: {
    annotation_id: text(AnnotationId, 'annotation'),
    id: text(RegionId),
    image_id: text(ImageId, 'image'),
    label: text(z.string()),
    x: real(decimal.nonnegative()),
    y: real(decimal.nonnegative()),
    width: real(decimal.min(1)),
    height: real(decimal.min(1)),
    note: text(z.string()),
    attributes: json(JsonObject),
    position: real(decimal),
    foreign_part: jsonOrNull(ForeignPart),
  },
  key: ['annotation_id', 'id'],
  rows: 'submitted',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
  partOf: 'annotation',
  packed: {},
});

/** Decisions between raters who differ, and that one was taken back. */
export const adjudication = table({
  columns: {
    id: text(AdjudicationId),
    item_id: text(ItemId, 'item'),
    task: text(task),
    round: integer(round),
    kind: text(z.enum(['decision', 'reopening'])),
    annotation_id: text(AnnotationId.nullable(), 'annotation'),
    replaces: text(AdjudicationId.nullable(), 'adjudication'),
    fields: json(JsonObject),
    cause: text(DisagreementCause.nullable()),
    note: text(z.string()),
    person_id: text(PersonId, 'person'),
    created_at: integer(time),
  },
  rows: 'appendOnly',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
});

/** Who is deciding on an item at the moment. */
export const adjudication_claim = table({
  columns: {
    item_id: text(ItemId, 'item'),
    task: text(task),
    person_id: text(PersonId, 'person'),
    claimed_at: integer(time),
  },
  key: ['item_id', 'task'],
  rows: 'editable',
  eyes: 'overseers',
  travels: 'never',
});

/** How far the raters of an item agree. */
export const rating_state = table({
  columns: {
    item_id: text(ItemId, 'item'),
    task: text(task),
    round: integer(round),
    state: text(RatingState),
    ratings: integer(count),
    disagreement: real(z.number().min(0).max(1)),
    fields: json(Json),
    since: integer(time),
  },
  key: ['item_id', 'task'],
  rows: 'derived',
  eyes: 'afterOwnAnswer',
  travels: 'never',
});

/** Fixes of generated items: what each was, what it is, and why. */
export const edition = table({
  columns: {
    id: text(EditionId),
    item_id: text(ItemId, 'item'),
    replaces: text(EditionId.nullable(), 'edition'),
    number: integer(version.min(2)),
    before: json(JsonObject),
    payload: json(JsonObject),
    reason: text(z.string()),
    annotation_id: text(AnnotationId.nullable(), 'annotation'),
    person_id: text(PersonId, 'person'),
    created_at: integer(time),
  },
  rows: 'immutable',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
  packed: {
    emptied: ['replaces', 'annotation_id'],
    replaced: ['number', 'before', 'payload', 'reason', 'person_id', 'created_at'],
  },
  checked: true,
});

/** A generated item's validation status. */
export const validation_state = table({
  columns: {
    item_id: text(ItemId, 'item'),
    shortcut: text(z.enum(['passed', 'failed']).nullable()),
    audit: text(z.enum(['passed', 'failed']).nullable()),
    first_round: text(z.enum(['accept', 'fix', 'reject', 'mixed']).nullable()),
    second_round: text(z.enum(['accept', 'fix', 'reject', 'mixed']).nullable()),
    decision: text(z.enum(['accept', 'fix', 'reject']).nullable()),
    reason: text(z.string()),
    accepted_rounds: integer(count),
    adjudicated: integer(flag),
    fix_since: integer(time.nullable()),
    outcome: text(AnswersOutcome),
  },
  key: ['item_id'],
  rows: 'derived',
  eyes: 'afterOwnAnswer',
  travels: 'never',
});

/** What people say to each other about an item: threads, each a comment and its answers. */
export const comment = table({
  columns: {
    id: text(CommentId),
    item_id: text(ItemId, 'item'),
    thread_id: text(CommentId.nullable(), 'comment'),
    text: text(z.string().min(1)),
    person_id: text(PersonId, 'person'),
    created_at: integer(time),
    resolved: integer(flag),
    removed: integer(flag),
    changed_at: integer(time),
  },
  rows: 'editable',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
  checked: true,
});
