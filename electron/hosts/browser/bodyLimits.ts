import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isNestedTooDeeply } from '../../../shared/domain/jsonText.ts';

/** The largest calls are pieces of dropped files, and edits of annotations with many boxes. */
const CALL_MEGABYTES = 16;
/** What a window sends wraps a value from outside a few times; see DEEPEST_TEXT. */
const DEEPEST_CALL = 200;

const limitSize = bodyLimit({
  maxSize: CALL_MEGABYTES * 1_000_000,
  onError: (context) =>
    context.text(`A request can have ${String(CALL_MEGABYTES)} MB at most. Nothing was changed.`, 413),
});

/** Refuses the body of a call in words where it is too large, before it is read, or nested too deeply. */
export const limitCalls: MiddlewareHandler = (context, next) =>
  limitSize(context, async () => {
    const isJson = context.req.header('content-type')?.startsWith('application/json') === true;
    if (isJson && isNestedTooDeeply(await context.req.raw.clone().text(), DEEPEST_CALL)) {
      context.res = context.text(
        `The request is nested more than ${String(DEEPEST_CALL)} levels deep. Nothing was changed.`,
        400,
      );
      return;
    }
    await next();
  });
