import type { Person } from '../../../../shared/contract/application.ts';
import { onlyTakesPart } from '../../../../shared/domain/status.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Call, Feature } from '../../access/context.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import type { CommentsService } from './service.ts';

const os = procedures.comments;

/** Who makes the call, where they work on the casebook: participants of studies have nothing to say of items. */
function colleague(context: Call): Person {
  const person = caller(context);
  if (!onlyTakesPart(person)) return person;
  throw new CasebookError('forbidden', 'Comments are not for participants.', 'Nothing was changed.');
}

/** Procedures on comments. */
export const commentsRouter = (comments: Feature<CommentsService>) => ({
  list: os.list.handler(({ input, context }) => {
    colleague(context);
    return comments.read().list(input.itemId, viewer(context));
  }),
  add: os.add.handler(({ input, context }) =>
    comments.write().add(input, colleague(context), viewer(context)),
  ),
  resolve: os.resolve.handler(({ input, context }) => {
    comments.write().resolve(input.id, input.resolved, colleague(context), viewer(context));
  }),
  remove: os.remove.handler(({ input, context }) => {
    comments.write().remove(input.id, colleague(context), viewer(context));
  }),
});
