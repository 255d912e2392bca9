import { z } from 'zod';
import { AssignmentId, ImageId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { Json } from '../../../../shared/base/json.ts';
import { HubRole } from '../../../../shared/hub/protocol.ts';
import { count, flag, integer, jsonOrNull, table, text, time } from '../describe.ts';

/* The team hub: which one, and what has yet to be exchanged. All of it is this copy's own. */

const local = { rows: 'editable', eyes: 'overseers', travels: 'never' } as const;

/** The hub that the casebook is connected to. */
export const hub = table({
  columns: {
    id: integer(z.literal(1)),
    address: text(z.url()),
    casebook_id: text(z.uuid()),
    title: text(z.string()),
    person_id: text(PersonId),
    role: text(HubRole),
    device_id: text(z.uuid()),
    connected_at: integer(time),
    paused: integer(flag),
    cursor: text(z.string().nullable()),
    era: integer(count.nullable()),
    exchanged_at: integer(time.nullable()),
  },
  ...local,
});

/** Rows that the hub has yet to acknowledge. */
export const hub_outbox = table({
  columns: { tab: text(z.string()), id: text(z.string()), mark: integer(count) },
  key: ['tab', 'id'],
  ...local,
});

/** The last change of values whose later change counts. */
export const hub_change = table({
  columns: { tab: text(z.string()), id: text(z.string()), changed_at: integer(time) },
  key: ['tab', 'id'],
  ...local,
});

/** What was prepared for people who do not oversee. */
export const hub_parcel = table({
  columns: { person_id: text(PersonId), tab: text(z.string()), id: text(z.string()), hash: text(z.string()) },
  key: ['person_id', 'tab', 'id'],
  ...local,
});

/** What the hub refused, or what could not be merged here. */
export const hub_refusal = table({
  columns: {
    id: integer(count),
    incoming: integer(flag),
    tab: text(z.string()),
    row_id: text(z.string()),
    item_id: text(z.string().nullable()),
    reason: text(z.string()),
    found_at: integer(time),
    document: jsonOrNull(Json),
  },
  ...local,
});

/** Whose assignments were withdrawn. */
export const hub_withdrawal = table({
  columns: { id: text(AssignmentId), person_id: text(PersonId), item_id: text(ItemId) },
  ...local,
});

/** Images that have another id here than in the hub. */
export const hub_image = table({
  columns: { id: text(ImageId), own_id: text(ImageId, 'image') },
  ...local,
});

/** Items that are here only as raters see them. */
export const hub_stimulus = table({
  columns: { item_id: text(ItemId, 'item') },
  key: ['item_id'],
  ...local,
});
