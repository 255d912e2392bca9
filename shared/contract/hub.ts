import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { PersonId } from '../base/ids.ts';
import { HubPerson, HubRole } from '../hub/protocol.ts';
import { OpenCasebook } from './application.ts';
import { procedure, progressOr } from './base.ts';

/** What is going on between a casebook and its hub. */
export const HubState = z.object({
  address: z.string(),
  title: z.string(),
  role: HubRole,
  personId: PersonId,
  /** The name of the person on whose behalf this copy exchanges. */
  person: z.string(),
  /**
   * `exchanging`: now; `idle`: everything is exchanged, or waits for the next time; `retrying`: it failed and is tried
   * again; `paused`: somebody paused it; `stopped`: it fails until somebody does something.
   */
  phase: z.enum(['idle', 'exchanging', 'retrying', 'paused', 'stopped']),
  /** What goes on at the moment, in words. */
  progress: z.object({ phase: z.string(), done: z.int(), total: z.int().nullable() }).nullable(),
  /** Why the last exchange failed, and what to do. */
  problem: z.object({ message: z.string(), hint: z.string().nullable() }).nullable(),
  /** When the last exchange succeeded, in UTC milliseconds. */
  exchangedAt: z.int().nullable(),
  /** When it is tried again, where it failed. */
  retryAt: z.int().nullable(),
  /** Rows that the hub has yet to acknowledge. */
  waiting: z.int(),
  /** Rows that came in since the casebook was opened: when it grows, what is shown may be out of date. */
  received: z.int(),
  /** How many rows were refused in either direction and not dismissed yet. */
  refused: z.int(),
  /** For curators: entries of what came in before the hub checked roles that nobody has looked at yet. */
  earlier: z.int(),
  /** How far this computer’s clock is ahead of the hub’s (below 0: behind), in milliseconds; null: it is right. */
  clockAhead: z.int().nullable(),
});
export type HubState = z.infer<typeof HubState>;

export const HubRefusal = z.object({
  id: z.int(),
  /** Whether it came from the hub and could not be merged here; else the hub refused it. */
  incoming: z.boolean(),
  what: z.string(),
  item: z.string().nullable(),
  reason: z.string(),
  foundAt: z.int(),
  /** Whether a deactivated person sent it afterwards: it can be included. */
  late: z.boolean(),
});
export type HubRefusal = z.infer<typeof HubRefusal>;

/** What devices sent to the hub before it checked roles, and what it would refuse today. */
export const EarlierReport = z.object({
  /** When the hub was asked, in UTC milliseconds. */
  askedAt: z.int(),
  /** One for each kind of row that a device sent; null: the hub is too old to tell. */
  entries: z
    .array(
      z.object({
        id: z.string(),
        person: z.string(),
        /** Which the person has today. */
        roles: z.array(z.string()),
        /** What the device is called. */
        device: z.string(),
        /** What such rows are, in the plural. */
        what: z.string(),
        count: z.int(),
        /** What the first of them are called; empty where they have no names. */
        named: z.array(z.string()),
        /** The latest time that they say of themselves, by the device’s clock; null: none. */
        latest: z.int().nullable(),
        /** Why the hub would refuse them today. */
        reason: z.string(),
        /** What to do. */
        advice: z.string(),
        /** When somebody marked it as looked at; null: nobody has. */
        lookedAt: z.int().nullable(),
      }),
    )
    .nullable(),
});
export type EarlierReport = z.infer<typeof EarlierReport>;

/** What an invitation is for, as its reader is told before using it. */
export const InvitationInWords = z.object({
  address: z.string(),
  title: z.string(),
  /** Empty: the person who connects a new casebook. */
  person: z.string(),
  role: HubRole,
  /** Whether a casebook has to be brought to it. */
  empty: z.boolean(),
});
export type InvitationInWords = z.infer<typeof InvitationInWords>;

const Invitation = z.string().min(1).max(2000);

/** The team hub, where casebooks of a team meet. */
export const hub = {
  /** Null: the casebook is connected to none. */
  state: procedure.output(HubState.nullable()),
  refusals: procedure.output(z.array(HubRefusal)),
  /** Takes a refusal off the list. */
  dismiss: procedure.input(z.object({ id: z.int() })).output(z.array(HubRefusal)),
  /** Includes what a deactivated person sent afterwards. */
  include: procedure.input(z.object({ id: z.int() })).output(z.array(HubRefusal)),
  /** Null: the casebook is connected to no hub, or has not asked it yet. */
  earlier: procedure.output(EarlierReport.nullable()),
  /** Marks an entry of that list as looked at, or as not. */
  markEarlier: procedure
    .input(z.object({ id: z.string(), isLookedAt: z.boolean() }))
    .output(EarlierReport.nullable()),
  look: procedure.input(z.object({ invitation: Invitation })).output(InvitationInWords),
  /** Connects the open casebook. */
  connect: procedure.input(z.object({ invitation: Invitation })).output(eventIterator(progressOr(HubState))),
  /** Makes a casebook of one's own for an invitation, and opens it. */
  join: procedure
    .input(z.object({ invitation: Invitation, path: z.string().optional() }))
    .output(eventIterator(progressOr(OpenCasebook))),
  /** Exchanges now. */
  exchange: procedure.output(HubState),
  pause: procedure.input(z.object({ paused: z.boolean() })).output(HubState),
  /** Ends the connection; the casebook keeps everything. */
  disconnect: procedure.output(z.void()),
  /** Makes an invitation for a person of the casebook: one text, which works once. */
  invite: procedure
    .input(z.object({ personId: PersonId }))
    .output(z.object({ text: z.string(), expiresAt: z.int(), role: HubRole })),
  /** Who may connect, each with their devices. */
  people: procedure.output(z.array(HubPerson)),
  revoke: procedure.input(z.object({ device: z.uuid() })).output(z.array(HubPerson)),
};
