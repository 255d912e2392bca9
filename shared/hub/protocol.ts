import { z } from 'zod';
import { PersonId } from '../base/ids.ts';
import { LATEST_TIME } from '../base/numbers.ts';
import { Role } from '../domain/status.ts';

/* What a casebook and a hub say to each other over HTTP. Both sides parse everything that comes in. */

/** The header that every answer of a hub bears: what lacks it comes from somewhere else (a captive portal, a proxy). */
export const HUB_HEADER = 'casebook-hub';
/** The hub’s time in each of its answers, in UTC milliseconds. */
export const TIME_HEADER = 'casebook-time';
/** Grows when older casebooks could not follow. */
export const PROTOCOL = '1';

/** The most that one push carries, in bytes of its documents' texts. */
export const PUSH_BYTES = 1_000_000;
/** The most documents of one push or pull. */
export const DOCUMENTS = 2_000;
/** About how much one pull carries, in bytes of its documents' texts; the last document may go beyond. */
export const PULL_BYTES = 4_000_000;
/** Images travel in parts of this size, in bytes. */
export const PART_BYTES = 1024 * 1024;
/** The largest image, in bytes. */
export const IMAGE_BYTES = 512 * 1024 * 1024;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/u);
const Token = z.string().regex(/^[\w-]{43}$/u);

/** The tables whose rows meet in a hub, each row with those that belong to it (an answer with its boxes). */
export const HUB_TABLES = [
  'meta',
  'person',
  'image',
  'deleted_item',
  'item',
  'edition',
  'guideline',
  'assignment',
  'annotation',
  'adjudication',
  'comment',
  'study',
  'session',
  'response',
  'exclusion',
  'judging',
  'judging_assignment',
  'judge_run',
  'judge_call',
  'judgment',
  'verdict_decision',
] as const;
/** What somebody may do in a hub: curators invite and revoke, they and overseers see the work of others. */
export const HubRole = z.enum(['curator', 'overseer', 'annotator']);
export type HubRole = z.infer<typeof HubRole>;

export const HubTable = z.enum(HUB_TABLES);
export type HubTable = z.infer<typeof HubTable>;

/** A row as it travels. */
export const HubDocument = z.object({
  table: HubTable,
  /** Its key, joined where it has several columns. */
  id: z.string().min(1).max(600),
  /** Whose work it is: the person who answered, decided, or is asked. */
  person: PersonId.nullable(),
  /** For whose eyes: null for those who oversee, else the one person it was prepared for, as in a package. */
  audience: PersonId.nullable(),
  /** The item that it is about: hidden from overseers who have yet to answer it. */
  item: z.uuid().nullable(),
  /** The item that this one is a question about. */
  about: z.uuid().nullable(),
  /** Of an image: its content. */
  sha256: Sha256.nullable(),
  /** The row as JSON; null: it was removed. */
  content: z.string().max(PUSH_BYTES).nullable(),
});
export type HubDocument = z.infer<typeof HubDocument>;

export const PushRequest = z.object({ documents: z.array(HubDocument).max(DOCUMENTS) });

/** What became of one document: `accepted` and `known` mean that it is committed. */
export const PushAnswer = z.object({
  answer: z.enum(['accepted', 'known', 'refused']),
  reason: z.string().nullable(),
});
export type PushAnswer = z.infer<typeof PushAnswer>;
export const PushReply = z.object({ answers: z.array(PushAnswer), era: z.int() });

/** How far somebody has read: the hub's own text, given back as it is. */
const Cursor = z.string().max(300);
export const PullRequest = z.object({
  cursor: Cursor.nullable(),
  /** Whether answers that this device sent itself come back whole; else only their keys do. */
  whole: z.boolean().default(false),
});
/** Who sent a document: with which roles, and whether it is their own work. */
export const Sender = z.object({ roles: z.array(Role), isOwn: z.boolean() });
export type Sender = z.infer<typeof Sender>;

export const PullReply = z.object({
  documents: z.array(HubDocument),
  /** Who sent each of them, told to those who oversee; null: it came in before this was kept. */
  senders: z.array(Sender.nullable()).default([]),
  /** Answers that this device sent itself, by table and key: they have to be here already. */
  own: z.array(z.object({ table: HubTable, id: z.string() })),
  cursor: Cursor,
  /** Whether there is more to read at once. */
  more: z.boolean(),
  /** Another number than before: the hub was restored from a backup, so that it may lack what it had acknowledged. */
  era: z.int(),
  /** For curators: the number of the last row that a deactivated person sent afterwards; 0: none. */
  late: z.int().default(0),
});
export type PullReply = z.infer<typeof PullReply>;

/** Who somebody is for a hub. */
export const HubAccount = z.object({
  casebook: z.uuid(),
  title: z.string(),
  person: PersonId,
  handle: z.string(),
  name: z.string(),
  role: HubRole,
  /** The roles with which they write; none from a hub that does not say. */
  roles: z.array(Role).default([]),
  device: z.uuid(),
});
export type HubAccount = z.infer<typeof HubAccount>;

export const LookRequest = z.object({ casebook: z.uuid(), token: Token });
/** What an invitation is for, told before it is used up. */
export const LookReply = z.object({
  title: z.string(),
  /** Null: the first person of a new casebook, who says who they are when they join. */
  person: PersonId.nullable(),
  handle: z.string(),
  name: z.string(),
  role: HubRole,
  /** Whether the hub holds nothing of the casebook yet: a casebook has to bring it. */
  empty: z.boolean(),
  /** The casebook's settings as documents of the table `meta`; benchmark, title and vocabulary among them. */
  meta: z.array(HubDocument),
});
export type LookReply = z.infer<typeof LookReply>;

export const JoinRequest = z.object({
  casebook: z.uuid(),
  token: Token,
  /** What the device is called in the list of devices. */
  device: z.string().max(200),
  /** Who joins; counts only where the invitation does not say. */
  person: z
    .object({ id: PersonId, handle: z.string().min(1).max(200), name: z.string().max(1000) })
    .nullable(),
  title: z.string().max(1000),
  /** The secret that the device will show from now on: of its own making, so that an answer that is lost loses nothing. */
  secret: Token,
});

export const MissingRequest = z.object({
  images: z.array(z.object({ sha256: Sha256, bytes: z.int().positive().max(IMAGE_BYTES) })).max(1000),
});
/** Images that the hub lacks, with the parts that it has of them. */
export const MissingReply = z.object({
  missing: z.array(z.object({ sha256: Sha256, upload: z.uuid().nullable(), parts: z.array(z.int()) })),
});
export type MissingReply = z.infer<typeof MissingReply>;
export const CompleteReply = z.object({ complete: z.boolean() });

export const InviteRequest = z.object({
  person: z.object({ id: PersonId, handle: z.string().min(1).max(200), name: z.string().max(1000) }),
  role: HubRole,
});
export const InviteReply = z.object({ token: Token, expiresAt: z.int() });

/** What deactivated people sent afterwards, after a number, in pages. */
export const LateRequest = z.object({ after: z.int().nonnegative() });
export const LateReply = z.object({
  documents: z.array(
    z.object({
      number: z.int(),
      person: PersonId,
      table: HubTable,
      id: z.string(),
      item: z.uuid().nullable(),
      content: z.string(),
    }),
  ),
});
export type LateReply = z.infer<typeof LateReply>;

/** The most answers that one question about senders names. */
export const SENDERS_ASKED = 200;
export const SendersRequest = z.object({ answers: z.array(z.uuid()).max(SENDERS_ASKED) });
/** From which computers answers came, as their people called them; what the asker may not see is not among them. */
export const SendersReply = z.object({ senders: z.array(z.object({ id: z.uuid(), device: z.string() })) });
export type SendersReply = z.infer<typeof SendersReply>;

export const HubPerson = z.object({
  person: PersonId,
  handle: z.string(),
  name: z.string(),
  role: HubRole,
  devices: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      since: z.int(),
      revokedAt: z.int().nullable(),
      /** How far its clock is ahead of the hub’s, as it told last, in milliseconds; null: it is right. */
      clockAhead: z.int().nullable().default(null),
      /** When it last exchanged, to the minute; null: since the hub keeps that it has not, or the hub does not tell. */
      exchangedAt: z.int().nullable().default(null),
    }),
  ),
});
export type HubPerson = z.infer<typeof HubPerson>;
export const PeopleReply = z.object({ people: z.array(HubPerson) });
/** How far a device’s clock is ahead of the hub’s, in milliseconds; 0: it is right again. */
export const ClockRequest = z.object({ ahead: z.int().min(-LATEST_TIME).max(LATEST_TIME) });
export const RevokeRequest = z.object({ device: z.uuid() });

/** Why a hub refused a whole request. */
export const RequestRefusal = z.object({
  code: z.enum(['unknown', 'revoked', 'forbidden', 'invalid', 'too_large', 'too_often', 'busy', 'full']),
  message: z.string(),
});
export type RequestRefusal = z.infer<typeof RequestRefusal>;

const Invitation = z.object({ address: z.url({ protocol: /^https?$/u }), casebook: z.uuid(), token: Token });
/** What somebody is sent to join: where the hub is, which casebook, and a word that works once. */
export type Invitation = z.infer<typeof Invitation>;

const PREFIX = 'casebook-hub:';

/** An invitation as one text, to be pasted. */
export function invitationText({ address, casebook, token }: Invitation): string {
  return `${PREFIX}${address.replace(/\/+$/u, '')}#${casebook}.${token}`;
}

/** Reads a pasted invitation, whatever white space a mail put into it; null for anything else. */
export function parseInvitation(text: string): Invitation | null {
  const compact = text.replaceAll(/\s+/gu, '');
  const match = /^casebook-hub:(?<address>[^#]+)#(?<casebook>[0-9a-f-]{36})\.(?<token>[\w-]{43})$/u.exec(
    compact,
  );
  const parsed = Invitation.safeParse(match?.groups ?? {});
  return parsed.success ? parsed.data : null;
}
