import { z } from 'zod';
import { PersonId } from '../base/ids.ts';
import { Role } from '../domain/status.ts';
import { Person } from './application.ts';
import { procedure } from './base.ts';

/** The short name of a person, as exports and the command line use it. */
export const Handle = z
  .string()
  .regex(/^[\p{L}\p{N}._@-]+$/u)
  .max(64);

/** A person who was set aside or brought back, and what ended with that. */
export const Deactivation = Person.extend({
  ended: z.object({
    /** Browsers that were signed in, and links that still worked. */
    browsers: z.int(),
    links: z.int(),
    /** Whether the team’s hub revokes their devices and invitations with the next exchange. */
    hub: z.boolean(),
  }),
});
export type Deactivation = z.infer<typeof Deactivation>;

/** Somebody with what they are called in everything that leaves the app. */
export const Pseudonymous = z.object({
  personId: PersonId,
  handle: z.string(),
  name: z.string(),
  pseudonym: z.string(),
});
export type Pseudonymous = z.infer<typeof Pseudonymous>;

/** Who works on the casebook, and the current user. */
export const people = {
  list: procedure.output(z.array(Person)),
  /** What people are called in tables, plots and files that leave the app. For those who oversee. */
  pseudonyms: procedure.output(z.array(Pseudonymous)),
  add: procedure
    .input(
      z.object({
        handle: Handle,
        name: z.string().max(200),
        roles: z.array(Role).min(1),
      }),
    )
    .output(Person),
  /** Another name or other roles; one curator stays. */
  update: procedure
    .input(z.object({ id: PersonId, name: z.string().max(200), roles: z.array(Role).min(1) }))
    .output(Person),
  /** Sets a person or a judge aside, or brings them back. Nothing that they did is lost. */
  setAside: procedure.input(z.object({ id: PersonId, setAside: z.boolean() })).output(Deactivation),
  /** From now on this session works as that person. */
  workAs: procedure.input(z.object({ id: PersonId })).output(Person),
};
