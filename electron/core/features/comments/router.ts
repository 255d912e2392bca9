import type { Feature } from '../../access/context.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import type { CommentsService } from './service.ts';

const os = procedures.comments;

/** Procedures on comments. */
export const commentsRouter = (comments: Feature<CommentsService>) => ({
  list: os.list.handler(({ input, context }) => comments.read().list(input.itemId, viewer(context))),
  add: os.add.handler(({ input, context }) => comments.write().add(input, caller(context), viewer(context))),
  resolve: os.resolve.handler(({ input, context }) => {
    comments.write().resolve(input.id, input.resolved, caller(context), viewer(context));
  }),
  remove: os.remove.handler(({ input, context }) => {
    comments.write().remove(input.id, caller(context), viewer(context));
  }),
});
