import { newId } from './newId.ts';
import type { ClientContext, ClientLink } from '@orpc/client';

/**
 * A second click while the first is under way asks for nothing: the same call joins the one that has not returned. Calls
 * that can be cancelled (reads, streams) are each on their own, since ending one must not end the other.
 */
export function joined(link: ClientLink<ClientContext>): ClientLink<ClientContext> {
  const underWay = new Map<string, Promise<unknown>>();
  return {
    async call(path, input, options) {
      if (options.signal !== undefined) return link.call(path, input, options);
      const key = JSON.stringify([path, input], fileByFile);
      const first = underWay.get(key);
      if (first !== undefined) return first;
      const call = link.call(path, input, options).finally(() => underWay.delete(key));
      underWay.set(key, call);
      return call;
    },
  };
}

/** Two files are never the same call, whatever they are called. */
function fileByFile(_: string, value: unknown): unknown {
  return value instanceof Blob ? newId() : value;
}
