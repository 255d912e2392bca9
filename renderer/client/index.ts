import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { Contract } from '../../shared/contract/index.ts';
import { bridge } from './bridge.ts';
import { httpLink, portLink } from './transports.ts';

export type Client = ContractRouterClient<Contract>;

/** Every call to the core; which host carries it is invisible here. */
export const client: Client = createORPCClient(bridge()?.host === 'desktop' ? portLink() : httpLink());

/** Options and keys for react-query, one per procedure. */
export const orpc = createTanstackQueryUtils(client);

export { imageUrl } from './images.ts';
export { failureOf, type Failure } from './failure.ts';
