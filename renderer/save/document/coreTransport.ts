import type { ItemId } from '../../../shared/base/ids.ts';
import { client } from '../../client/index.ts';
import type { DeskTransport } from './transport.ts';

/**
 * The core's side of one document, over whichever connection this host has. Every call after the first names the round
 * that the document was opened in: what is edited must not end up in a round that somebody assigns in the meantime.
 */
export function coreTransport(itemId: ItemId, task: string): DeskTransport {
  const { annotations } = client;
  let round: number | undefined;
  const document = () => ({ itemId, task, ...(round !== undefined && { round }) });
  return {
    async open() {
      const opened = await annotations.open(document());
      ({ round } = opened);
      return opened;
    },
    edit: (edit) => annotations.edit({ ...document(), ...edit }),
    undo: (revision, confirmed) => annotations.undo({ ...document(), revision, confirmed }),
    redo: (revision, confirmed) => annotations.redo({ ...document(), revision, confirmed }),
    submit: (revision) => annotations.submit({ ...document(), revision }),
    restore: (revision, id) => annotations.restore({ ...document(), revision, id }),
  };
}
