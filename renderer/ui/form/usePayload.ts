import { useQuery } from '@tanstack/react-query';
import type { ItemDetail } from '../../../shared/contract/items.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { orpc } from '../../client/index.ts';
import { useDesk, useDeskState } from './context.ts';

const NOTHING: JsonObject = {};

/** What an item holds; nothing until it is there. */
export function usePayload(itemId: ItemId): JsonObject {
  return useQuery(orpc.items.get.queryOptions({ input: { id: itemId } })).data?.payload ?? NOTHING;
}

/** The item as of the edition that is answered: nothing until it is there, also while a fix of its texts is taken in. */
export function useAnsweredItem(): ItemDetail | undefined {
  const { session } = useDesk();
  const edition = useDeskState((state) => state.edition.id);
  const { data } = useQuery(orpc.items.get.queryOptions({ input: { id: session.itemId } }));
  return data?.edition === edition ? data : undefined;
}
