import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

/** What the server does with a request. */
export type Behaviour =
  | { readonly kind: 'reply'; readonly content: string; readonly finish?: string }
  | {
      readonly kind: 'raw';
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Announces more than it sends, then ends the connection. */
  | { readonly kind: 'cut' }
  /** Ends the connection at once. */
  | { readonly kind: 'close' }
  /** Never answers. */
  | { readonly kind: 'hang' };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: z.infer<typeof Body>;
  /** What is asked: the user's message. */
  readonly prompt: string;
  /** How often the same was asked before. */
  readonly before: number;
}

/** An OpenAI-compatible server of the tests' own on this machine. */
export interface JudgeServer {
  /** The base address for the client. */
  readonly endpoint: string;
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  /** By prompt, how many replies with status 200 were sent to the end. */
  readonly delivered: ReadonlyMap<string, number>;
  /** The most requests that were under way at one time. */
  most(): number;
  /** Resolves when this many requests are waiting for replies that do not come. */
  hanging(count: number): Promise<void>;
  /** Answers from now on in another way. */
  behave(how: Behave): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export type Behave = (request: SeenRequest) => Behaviour | Promise<Behaviour>;

const Body = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  temperature: z.number(),
  max_tokens: z.int(),
});

/** Says YES to everything, and gives the answer back as its one key point. */
export const agreeable: Behave = ({ prompt }) => ({
  kind: 'reply',
  content: isKeyPoints(prompt) ? `1. ${prompt.trim().split('\n').at(-1) ?? ''}` : 'YES',
});

/** Whether a list is asked for, on which other questions build. */
export const isKeyPoints = (prompt: string): boolean => prompt.includes('extract explicitly stated');

/** Starts the server on a free port. */
export async function startJudgeServer(first: Behave = agreeable): Promise<JudgeServer> {
  const seen: SeenRequest[] = [];
  const delivered = new Map<string, number>();
  const waiting = new Set<() => void>();
  let behave = first;
  let underWay = 0;
  let most = 0;
  let hanging = 0;
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = Body.parse(JSON.parse(await textOf(incoming)));
    const prompt = body.messages.find(({ role }) => role === 'user')?.content ?? '';
    const request: SeenRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body,
      prompt,
      before: seen.filter((each) => each.prompt === prompt).length,
    };
    seen.push(request);
    const behaviour = await behave(request);
    switch (behaviour.kind) {
      case 'reply':
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        outgoing.end(completion(behaviour.content, behaviour.finish ?? 'stop'));
        break;
      case 'raw':
        outgoing.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers });
        outgoing.end(behaviour.body);
        break;
      case 'cut':
        outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        outgoing.write('{"choices": [', () => outgoing.destroy());
        return;
      case 'close':
        incoming.socket.destroy();
        return;
      case 'hang':
        hanging += 1;
        for (const look of waiting) look();
        return;
    }
    outgoing.once('finish', () => {
      if (outgoing.statusCode === 200) delivered.set(prompt, (delivered.get(prompt) ?? 0) + 1);
    });
  };
  const server = createServer((incoming, outgoing) => {
    underWay += 1;
    most = Math.max(most, underWay);
    outgoing.once('close', () => (underWay -= 1));
    answer(incoming, outgoing).catch((error: unknown) => {
      outgoing.writeHead(400).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const origin = `http://127.0.0.1:${String(address.port)}`;
  return {
    endpoint: `${origin}/v1`,
    origin,
    seen,
    delivered,
    most: () => most,
    hanging: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (hanging < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    behave(how) {
      behave = how;
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** A chat completion as OpenAI's servers give it. */
export function completion(content: string | null, finish = 'stop'): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'judge',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 },
  });
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of incoming.setEncoding('utf8')) text += String(part);
  return text;
}
