import { vi } from 'vitest';

/** One call that waits for its reply. */
export interface WaitingCall {
  /** `items/list`. */
  readonly procedure: string;
  readonly input: unknown;
  /** Gives the reply; the same call can be replied to once. */
  reply(output: unknown): void;
  /** Refuses it, as the core refuses: nobody asks again by themselves. */
  refuse(message: string): void;
}

/** A core whose replies come when the test lets them, in any order. */
export interface SlowCore {
  /** Calls without a reply so far, the oldest first. */
  readonly waiting: WaitingCall[];
  /** All calls of a procedure so far. */
  count(procedure: string): number;
}

/** Stands in the place of the network until the test is over. */
export function slowCore(): SlowCore {
  const waiting: WaitingCall[] = [];
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (request: Request): Promise<Response> => {
    const procedure = new URL(request.url).pathname.replace(/^\/rpc\//u, '');
    calls.push(procedure);
    const body: unknown = JSON.parse(await request.text());
    return new Promise((resolve) => {
      const answer = (status: number, json: unknown): void => {
        waiting.splice(waiting.indexOf(call), 1);
        resolve(
          new Response(JSON.stringify({ json, meta: [] }), {
            status,
            headers: { 'content-type': 'application/json' },
          }),
        );
      };
      const call: WaitingCall = {
        procedure,
        input: typeof body === 'object' && body !== null && 'json' in body ? body.json : undefined,
        reply: (output) => {
          answer(200, output);
        },
        refuse: (message) => {
          answer(400, {
            defined: true,
            code: 'FAILED',
            status: 400,
            message,
            data: { code: 'conflict', hint: null },
          });
        },
      };
      waiting.push(call);
    });
  });
  return { waiting, count: (procedure) => calls.filter((each) => each === procedure).length };
}
