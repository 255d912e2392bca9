import { z } from 'zod';
import {
  ConflictId,
  EventId,
  GuidelineId,
  ImageId,
  ItemId,
  PackageId,
  PersonId,
} from '../../../../shared/base/ids.ts';
import { Json, JsonObject } from '../../../../shared/base/json.ts';
import { Role } from '../../../../shared/domain/status.ts';
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
  whole,
} from '../describe.ts';

/* The casebook itself, its people and images, its log, and what it keeps of other casebooks. */

/** Settings by name. */
export const meta = table({
  columns: { key: text(z.string()), value: json(Json) },
  key: ['key'],
  rows: 'editable',
  eyes: 'everybody',
  travels: 'never',
  packed: { replaced: ['value'] },
});

/** Everybody whose work is here: people, models, and files that were read. */
export const person = table({
  columns: {
    id: text(PersonId),
    handle: text(z.string().min(1).max(200)),
    name: text(z.string().max(1000)),
    kind: text(z.enum(['human', 'model', 'source'])),
    roles: json(z.array(Role)),
    version: text(z.string().nullable()),
    instruction_hash: text(z.string().nullable()),
    temperature: real(decimal.nullable()),
    created_at: integer(time),
    settings: jsonOrNull(JsonObject),
    set_aside_at: integer(time.nullable()),
  },
  rows: 'editable',
  eyes: 'everybody',
  travels: 'merged',
  packed: { emptied: ['set_aside_at'], replaced: ['roles'] },
});

/** Images, each content once. */
export const image = table({
  columns: {
    id: text(ImageId),
    sha256: text(z.string().regex(/^[0-9a-f]{64}$/u)),
    format: text(z.string().regex(/^[a-z0-9]{1,8}$/u)),
    extension: text(z.string().regex(/^[a-z0-9]{1,8}$/u)),
    bytes: integer(count),
    width: integer(count.positive()),
    height: integer(count.positive()),
    perceptual_hash: text(z.string().nullable()),
    link: text(z.string().nullable()),
    origin: text(z.string().nullable()),
    url: text(z.string().nullable()),
    licence: text(z.string().nullable()),
    attribution: text(z.string().nullable()),
    redistributable: integer(flag.nullable()),
    derived_from: text(ImageId.nullable(), 'image'),
    derivation: jsonOrNull(Json),
    created_by: text(PersonId.nullable(), 'person'),
    created_at: integer(time),
  },
  rows: 'editable',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
  packed: {
    emptied: [
      'link',
      'origin',
      'url',
      'licence',
      'attribution',
      'redistributable',
      'derived_from',
      'derivation',
      'created_by',
    ],
    replaced: ['created_at'],
  },
});

/** What raters are told about a field or one of its categories. */
export const guideline = table({
  columns: {
    id: text(GuidelineId),
    task: text(z.string().min(1).max(200)),
    field: text(z.string()),
    category: text(z.string().nullable()),
    note: text(z.string().min(1)),
    person_id: text(PersonId.nullable(), 'person'),
    created_at: integer(time),
    removed_at: integer(time.nullable()),
    round: integer(round.nullable()),
  },
  rows: 'editable',
  eyes: 'everybody',
  travels: 'merged',
  packed: { emptied: ['person_id'] },
});

/** The log: every change, with what undoes it. */
export const event = table({
  columns: {
    sequence: integer(count),
    id: text(EventId),
    at: integer(time),
    person_id: text(PersonId.nullable(), 'person'),
    kind: text(z.string()),
    /** An item that may have been deleted since. */
    item_id: text(ItemId.nullable()),
    task: text(z.string().nullable()),
    diff: jsonOrNull(Json),
    detail: jsonOrNull(Json),
    mark: text(z.string().nullable()),
    undoes: integer(count.nullable(), 'event'),
    round: integer(round),
  },
  key: ['sequence'],
  rows: 'appendOnly',
  eyes: 'afterOwnAnswer',
  travels: 'never',
});

/** Which items a change of several was about. */
export const event_item = table({
  columns: { event: integer(count, 'event'), item: integer(whole, 'item') },
  key: ['item', 'event'],
  rows: 'immutable',
  eyes: 'afterOwnAnswer',
  travels: 'never',
});

/** The numbers that exported files carry: given once, never given again. */
export const export_number = table({
  columns: {
    series: text(z.string()),
    number: integer(count.positive()),
    /** An item that may have been deleted since: its number is not given again. */
    item_id: text(ItemId),
  },
  key: ['series', 'number'],
  rows: 'immutable',
  eyes: 'overseers',
  travels: 'never',
});

/** What went out in packages: what comes back is measured by it. */
export const packages = table({
  columns: {
    id: text(PackageId),
    person_id: text(PersonId, 'person'),
    content: json(Json),
    created_at: integer(time),
  },
  rows: 'immutable',
  eyes: 'overseers',
  travels: 'never',
});

/** What merging could not unite, until a person resolves it. */
export const merge_conflict = table({
  columns: {
    id: text(ConflictId),
    kind: text(z.enum(['answer', 'item', 'decision', 'person'])),
    item_id: text(ItemId.nullable(), 'item'),
    summary: text(z.string()),
    ours: json(Json),
    theirs: json(Json),
    source: text(z.string()),
    found_at: integer(time),
    settled_at: integer(time.nullable()),
    settled_by: text(PersonId.nullable(), 'person'),
    choice: text(z.enum(['ours', 'theirs']).nullable()),
  },
  rows: 'editable',
  eyes: 'afterOwnAnswer',
  travels: 'never',
});
