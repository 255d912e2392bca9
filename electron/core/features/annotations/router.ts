import type { ItemId } from '../../../../shared/domain/ids.ts';
import type { CoreContext, CoreState } from '../../context.ts';
import { caller, procedures, services, viewer, writableServices } from '../../context.ts';
import type { DocumentKey } from './store.ts';

const os = procedures.annotations;

type Call = CoreContext & { readonly core: CoreState };

/** The document of the caller: nobody can name somebody else's. */
function keyOf(
  context: Call,
  { itemId, task, round }: { itemId: ItemId; task: string; round?: number | undefined },
): DocumentKey {
  const personId = caller(context).id;
  const { annotations } = services(context);
  return { itemId, task, round: round ?? annotations.roundFor(itemId, task, personId), personId };
}

/** Procedures of the Desk. */
export const annotationsRouter = {
  open: os.open.handler(({ input, context }) =>
    services(context).annotations.open(keyOf(context, input), viewer(context)),
  ),
  edit: os.edit.handler(({ input, context }) =>
    writableServices(context).annotations.edit(keyOf(context, input), input, viewer(context)),
  ),
  undo: os.undo.handler(({ input, context }) =>
    writableServices(context).annotations.undo(
      keyOf(context, input),
      input.revision,
      viewer(context),
      input.confirmed,
    ),
  ),
  redo: os.redo.handler(({ input, context }) =>
    writableServices(context).annotations.redo(
      keyOf(context, input),
      input.revision,
      viewer(context),
      input.confirmed,
    ),
  ),
  submit: os.submit.handler(({ input, context }) =>
    writableServices(context).annotations.submit(keyOf(context, input), input.revision, viewer(context)),
  ),
  versions: os.versions.handler(({ input, context }) =>
    services(context).annotations.versions(input.itemId, input.task, viewer(context)),
  ),
  version: os.version.handler(({ input, context }) => ({
    records: services(context).annotations.version(input.id, viewer(context)),
  })),
  restore: os.restore.handler(({ input, context }) =>
    writableServices(context).annotations.restore(
      keyOf(context, input),
      input.revision,
      input.id,
      viewer(context),
    ),
  ),
  skip: os.skip.handler(({ input, context }) =>
    writableServices(context).annotations.skip(keyOf(context, input), input.reason, viewer(context)),
  ),
};
