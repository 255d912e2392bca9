import { ItemId } from '../../../../../shared/base/ids.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { DeletionPreview } from '../../../../../shared/contract/items.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import { deletedInWords } from '../../../../../shared/domain/deletion.ts';
import { type Invocation, withCasebook } from '../../invocation.ts';
import { listed, WrongUsage } from '../../usage.ts';

export interface DeleteOptions {
  readonly items: string;
  readonly yes: boolean;
}

/** `casebook delete`: without `--yes` it says what would go. */
export async function deleteItems(
  { output }: Invocation,
  dir: string,
  { items, yes }: DeleteOptions,
): Promise<void> {
  const names = listed(items);
  if (names.length === 0) throw new WrongUsage('--items needs the names of items, separated by commas.');
  const preview = await withCasebook(
    dir,
    yes ? 'once' : 'read',
    ({ casebook, items: service }): DeletionPreview => {
      const find = casebook.database
        .prepare<[string, string], string>('SELECT id FROM item WHERE external_id = ? OR id = ?')
        .pluck();
      const ids = names.map((name) => {
        const id = find.get(name, name);
        if (id === undefined)
          throw new CasebookError(
            'not_found',
            `There is no item ${name}.`,
            'Nothing was deleted. See casebook list DIR items.',
          );
        return ItemId.parse(id);
      });
      const found = service.previewDeletion({ ids }, everything);
      if (yes) service.delete({ ids }, null, everything);
      return found;
    },
  );
  output.result({ deleted: yes ? preview.items : 0, preview }, [
    deletedInWords(preview),
    ...(preview.isShared ? ['Every casebook of the team deletes them on its next exchange.'] : []),
    yes
      ? `${counted(preview.items, 'item')} deleted. History in the app brings them back.`
      : 'Nothing was deleted. Add --yes to delete.',
  ]);
}
