import { useQuery } from '@tanstack/react-query';
import type { ItemId } from '../../../shared/domain/ids.ts';
import type { JsonObject } from '../../../shared/domain/json.ts';
import { orpc } from '../../client/index.ts';

const NOTHING: JsonObject = {};

/** What an item holds; nothing until it is there. */
export function usePayload(itemId: ItemId): JsonObject {
  return useQuery(orpc.items.get.queryOptions({ input: { id: itemId } })).data?.payload ?? NOTHING;
}
