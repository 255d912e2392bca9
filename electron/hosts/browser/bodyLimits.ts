import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isNestedTooDeeply } from '../../../shared/base/jsonText.ts';

/** What a window sends wraps a value from outside a few times; see DEEPEST_TEXT. */
const DEEPEST_CALL = 200;

/** Refuses the body of a call in words where it is larger than that, before it is read, or nested too deeply. */
export function limitCalls(megabytes: number): MiddlewareHandler {
  const limitSize = bodyLimit({
    maxSize: megabytes * 1_000_000,
    onError: (context) =>
      context.text(`A request can have ${String(megabytes)} MB at most. Nothing was changed.`, 413),
  });
  return (context, next) =>
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
}
