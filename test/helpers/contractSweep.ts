import { ORPCError, safe } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import { z } from 'zod';
import { contract } from '../../shared/contract/index.ts';
import type { Client } from './blindCasebook.ts';

/** The names of all procedures of the contract, or of a part of it. */
export function procedureNames(router: object = contract, prefix = ''): string[] {
  return Object.entries(router).flatMap(([name, each]: [string, object]) =>
    isContractProcedure(each) ? [`${prefix}${name}`] : procedureNames(each, `${prefix}${name}.`),
  );
}

/** The member of that name in a part of a router, a client or the contract; undefined: none. */
export function called(name: string, of: unknown): unknown {
  return name.split('.').reduce<unknown>((at, key) => {
    if ((typeof at !== 'object' && typeof at !== 'function') || at === null) return undefined;
    const value: unknown = Reflect.get(at, key);
    return value;
  }, of);
}

/** What a call of a procedure by its name comes to: the code that it is refused with, or that it is answered. */
export async function outcome(client: Client, name: string, input: object = {}): Promise<string> {
  return (await told(client, name, input)).outcome;
}

/** The same, with what is said. */
export async function told(
  client: Client,
  name: string,
  input: object = {},
): Promise<{ readonly outcome: string; readonly said: string }> {
  const procedure = called(name, client);
  if (typeof procedure !== 'function') return { outcome: 'not there', said: '' };
  const { error, data } = await safe(
    (async (): Promise<unknown> => Reflect.apply(procedure, undefined, [input]))(),
  );
  if (error === null) return { outcome: 'answered', said: JSON.stringify(data) ?? '' };
  const code = error instanceof ORPCError ? z.looseObject({ code: z.string() }).safeParse(error.data) : null;
  const said = JSON.stringify([error.message, error instanceof ORPCError ? error.data : null]);
  return { outcome: code?.success === true ? code.data.code : 'let in', said };
}
