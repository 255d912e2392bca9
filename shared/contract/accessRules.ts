import type { AnySchema, ContractProcedure, ErrorMap, Meta } from '@orpc/contract';
import { z } from 'zod';
import { Role } from '../domain/status.ts';

/**
 * Who may make a call. Roles: a current user who has one; somebody who can only take part in a study is a participant,
 * whatever other roles they have. `owner`: the person whose package or device this is. `arrival`: a browser that came
 * by a study link. `nobody`: a shared casebook without a current user. `start`: no casebook is open.
 */
export type Caller = Role | 'owner' | 'arrival' | 'nobody' | 'start';

/**
 * Where a call may come from. `machine`: a window or browser on the machine that runs Casebook. `signedIn`: also a
 * signed-in browser elsewhere. `anywhere`: also a browser that came by an invitation or personal link. A function: also
 * those, if they uploaded every file that the input names; it returns the files, or null if no upload would do.
 */
export type Origin = 'machine' | 'signedIn' | 'anywhere' | ((input: unknown) => readonly string[] | null);

/** Who may make a call, and from where. */
export interface AccessRule {
  readonly who: readonly Caller[];
  readonly from: Origin;
  /** What the call is about, as a refusal names it. */
  readonly what: string;
  /** Who of them may make it from a browser that came by an invitation; left out: all. */
  readonly invited?: readonly Role[];
  /** What anybody else can do instead; left out: a curator can give them the role. */
  readonly instead?: string;
}

/** Each call of a contract with who may make it. */
export type AccessTree<Router> = {
  readonly [Name in keyof Router]: Router[Name] extends ContractProcedure<
    AnySchema,
    AnySchema,
    ErrorMap,
    Meta
  >
    ? AccessRule
    : AccessTree<Router[Name]>;
};

export const CURATORS = ['curator'] as const satisfies readonly Caller[];
/** Curators, and the person whose casebook it is. */
export const OWNERS = ['curator', 'owner'] as const satisfies readonly Caller[];
/** Everybody who works on a casebook, each within what they may see. */
export const TEAM: readonly Role[] = Role.options.filter((role) => role !== 'participant');
/** The same, and those who take part in studies. */
export const EVERYBODY: readonly Role[] = Role.options;
/** The team, before anybody was chosen and without a casebook, too. */
export const ANYBODY: readonly Caller[] = [...TEAM, 'nobody', 'start'];

/** Access for some; `what`: what the call is about. */
export const only = (who: readonly Caller[], what: string, from: Origin): AccessRule => ({ who, from, what });

/** Access for everybody who works here, or for nobody who would have to be told what it is about. */
export const allow = (who: readonly Caller[], from: Origin): AccessRule => ({ who, from, what: 'This' });

/** From anywhere, with uploaded files alone: those that an input of this shape names. */
export function uploads<T>(
  shape: z.ZodType<T>,
  files: (input: T) => readonly (string | undefined)[] | null,
): Origin {
  return (input) => {
    const parsed = shape.safeParse(input);
    if (!parsed.success) return null;
    return files(parsed.data)?.filter((path) => path !== undefined) ?? null;
  };
}

/** From anywhere, with one uploaded file or folder, which the input has under this name. */
export const named = (name: string): Origin =>
  uploads(z.record(z.string(), z.unknown()), (input) => {
    const path = z.string().safeParse(input[name]);
    return path.success ? [path.data] : null;
  });
