import type { Call, Feature } from '../../access/context.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import type { DocumentKey } from '../../records/answers/annotationTable.ts';
import { streamWork } from '../../base/work.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { AnnotationsService } from './service.ts';
import { signOffMany } from './signingOff.ts';

const os = procedures.annotations;

/** The document of the caller: nobody can name somebody else's. */
function keyOf(
  annotations: AnnotationsService,
  context: Call,
  { itemId, task, round }: { itemId: ItemId; task: string; round?: number | undefined },
): DocumentKey {
  const personId = caller(context).id;
  return { itemId, task, round: round ?? annotations.roundFor(itemId, task, personId), personId };
}

/** Procedures of the Desk. */
export const annotationsRouter = (annotations: Feature<AnnotationsService>, casebook: Feature<Casebook>) => ({
  signOffMany: os.signOffMany.handler(({ input, context, signal }) => {
    const { id } = caller(context);
    const [service, viewpoint] = [annotations.write(), viewer(context)];
    return streamWork(signal, (progress, abort) =>
      signOffMany(
        casebook.read(),
        service,
        { items: input.items, personId: id, vouchedBy: input.vouchedBy ?? null },
        viewpoint,
        { progress, signal: abort },
      ),
    );
  }),
  open: os.open.handler(({ input, context }) =>
    annotations.read().open(keyOf(annotations.read(), context, input), viewer(context)),
  ),
  edit: os.edit.handler(({ input, context }) =>
    annotations.write().edit(keyOf(annotations.read(), context, input), input, viewer(context)),
  ),
  undo: os.undo.handler(({ input, context }) =>
    annotations
      .write()
      .undo(keyOf(annotations.read(), context, input), input.revision, viewer(context), input.confirmed),
  ),
  redo: os.redo.handler(({ input, context }) =>
    annotations
      .write()
      .redo(keyOf(annotations.read(), context, input), input.revision, viewer(context), input.confirmed),
  ),
  submit: os.submit.handler(({ input, context }) =>
    annotations.write().submit(keyOf(annotations.read(), context, input), input.revision, viewer(context)),
  ),
  versions: os.versions.handler(({ input, context }) =>
    annotations.read().versions(input.itemId, input.task, viewer(context)),
  ),
  version: os.version.handler(({ input, context }) => ({
    records: annotations.read().version(input.id, viewer(context)),
  })),
  restore: os.restore.handler(({ input, context }) =>
    annotations
      .write()
      .restore(keyOf(annotations.read(), context, input), input.revision, input.id, viewer(context)),
  ),
  skip: os.skip.handler(({ input, context }) =>
    annotations.write().skip(keyOf(annotations.read(), context, input), input.reason, viewer(context)),
  ),
});
