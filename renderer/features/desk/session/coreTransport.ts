import type { ItemId } from '../../../../shared/domain/ids.ts';
import { client } from '../../../client/index.ts';
import type { DeskTransport } from '../store/transport.ts';

/** The core's side of one document, over whichever connection this host has. */
export function coreTransport(itemId: ItemId, task: string): DeskTransport {
  const { annotations } = client;
  return {
    open: () => annotations.open({ itemId, task }),
    edit: (edit) => annotations.edit({ itemId, task, ...edit }),
    undo: (revision) => annotations.undo({ itemId, task, revision }),
    redo: (revision) => annotations.redo({ itemId, task, revision }),
    submit: (revision) => annotations.submit({ itemId, task, revision }),
    restore: (revision, id) => annotations.restore({ itemId, task, revision, id }),
  };
}
