import { useQuery } from '@tanstack/react-query';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import { orpc } from '../../../client/index.ts';
import { EditionList } from '../../../ui/items/EditionList.tsx';
import { Fold } from '../../../ui/form/Fold.tsx';

/** The wordings that the item has had; which one holds stands beside the title. */
export function ItemEditions({ itemId }: { readonly itemId: ItemId }) {
  const editions = useQuery(orpc.validation.editions.queryOptions({ input: { itemId } })).data;
  const current = editions?.find(({ isCurrent }) => isCurrent);
  return (
    <Fold
      id="editions"
      title="Editions"
      initiallyOpen={false}
      note={current !== undefined && current.number > 1 ? `Edition ${String(current.number)}` : undefined}
    >
      <EditionList itemId={itemId} />
    </Fold>
  );
}
