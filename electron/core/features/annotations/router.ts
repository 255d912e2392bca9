import type { ItemId } from '../../../../shared/domain/ids.ts';
import type { CoreContext, CoreState } from '../../context.ts';
import { caller, procedures, services, writableServices } from '../../context.ts';
import type { DocumentKey } from './store.ts';

const os = procedures.annotations;

/** The document of whoever makes the call: nobody can name somebody else's. */
function keyOf(
  context: CoreContext & { readonly core: CoreState },
  input: { itemId: ItemId; task: string },
): DocumentKey {
  return { itemId: input.itemId, task: input.task, personId: caller(context).id };
}

/** Procedures of the Desk. */
export const annotationsRouter = {
  open: os.open.handler(({ input, context }) => services(context).annotations.open(keyOf(context, input))),
  edit: os.edit.handler(({ input, context }) =>
    writableServices(context).annotations.edit(keyOf(context, input), input),
  ),
  undo: os.undo.handler(({ input, context }) =>
    writableServices(context).annotations.undo(keyOf(context, input), input.revision),
  ),
  redo: os.redo.handler(({ input, context }) =>
    writableServices(context).annotations.redo(keyOf(context, input), input.revision),
  ),
  submit: os.submit.handler(({ input, context }) =>
    writableServices(context).annotations.submit(keyOf(context, input), input.revision),
  ),
  versions: os.versions.handler(({ input, context }) =>
    services(context).annotations.versions(input.itemId, input.task),
  ),
  version: os.version.handler(({ input, context }) => ({
    records: services(context).annotations.version(input.id),
  })),
  restore: os.restore.handler(({ input, context }) =>
    writableServices(context).annotations.restore(keyOf(context, input), input.revision, input.id),
  ),
  skip: os.skip.handler(({ input, context }) =>
    writableServices(context).annotations.skip(keyOf(context, input), input.reason),
  ),
};
