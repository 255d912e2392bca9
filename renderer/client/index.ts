import { type ClientContext, type ClientLink, createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { Contract } from '../../shared/contract/index.ts';
import { bridge } from './bridge.ts';
import { joined } from './joined.ts';
import { httpLink, portLink } from './transports.ts';

export type Client = ContractRouterClient<Contract>;

const listeners = new Set<(error: unknown) => void>();

/** Hears of every call that fails, before its caller does. Gives the function that stops it. */
export function onFailure(listener: (error: unknown) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function told(link: ClientLink<ClientContext>): ClientLink<ClientContext> {
  return {
    async call(path, input, options) {
      try {
        return await link.call(path, input, options);
      } catch (error) {
        for (const listener of listeners) listener(error);
        throw error;
      }
    },
  };
}

/** Every call to the core; which host carries it is invisible here. */
export const client: Client = createORPCClient(
  joined(told(bridge()?.host === 'desktop' ? portLink() : httpLink())),
);

/** Options and keys for react-query, one per procedure. */
export const orpc = createTanstackQueryUtils(client);

export { imageUrl } from './images.ts';
export { failureOf, type Failure } from './failure.ts';
