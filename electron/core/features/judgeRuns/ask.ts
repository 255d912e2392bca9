import { z } from 'zod';
import type { JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import { networkReason } from '../../base/networkReason.ts';
import { parseJson } from '../../../../shared/base/jsonText.ts';
import { readRetryAfter } from './backoff.ts';
import type { Endpoint } from './endpoint.ts';
import { type Reply, Transport } from './transport.ts';

export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/** What became of one request. */
export type RequestOutcome = {
  /** The request as it is kept: address and body, nothing that would let anybody in. */
  readonly request: string;
  /** As it came; null where none did. */
  readonly reply: string | null;
  readonly tokens: { readonly prompt: number | null; readonly completion: number | null };
} & (
  | { readonly outcome: 'answered'; readonly content: string }
  /** There is a reply, but not one that could hold a verdict. */
  | { readonly outcome: 'unusable'; readonly reason: string }
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      /** `again`: it may work later; `refused`: the endpoint will not have it; `stopped`: the run was. */
      readonly kind: 'again' | 'refused' | 'stopped';
      /** What the server asks for, in milliseconds. */
      readonly wait: number | null;
    }
);

type Settings = Pick<JudgeRunSettings, 'model' | 'temperature' | 'maxTokens' | 'timeoutSeconds'>;

const COMPLETIONS = '/chat/completions';
const RETRYABLE: ReadonlySet<number> = new Set([408, 409, 429]);
/** The client will not be made without a key. The true one is added by the transport, after everything the client does. */
const NO_KEY = 'none';
/** Shorter ones are no secrets ("EMPTY", "ollama"), and would be found in ordinary words. */
const SHORTEST_SECRET = 8;

const count = z.int().nonnegative().nullish().catch(null);
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});
const Usage = z.object({
  usage: z.object({ prompt_tokens: count, completion_tokens: count }),
});
const Complaint = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

/** The body of a request, as it is sent. */
export function bodyOf({ model, temperature, maxTokens }: Settings, { system, user }: Prompt) {
  return {
    model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user' as const, content: user },
    ],
    temperature,
    max_tokens: maxTokens,
  };
}

/**
 * Asks an OpenAI-compatible endpoint, once per call: the caller decides about retries. The key goes into the request's
 * header alone; a reply that contains it is redacted first.
 */
export class Asker {
  readonly #endpoint: Endpoint;
  readonly #settings: Settings;
  readonly #now: () => number;
  readonly #transport;
  readonly #blotOut;

  /** @param now UTC milliseconds, for a server that names a date */
  constructor(endpoint: Endpoint, key: string | null, settings: Settings, now: () => number) {
    this.#endpoint = endpoint;
    this.#settings = settings;
    this.#now = now;
    this.#transport = new Transport(endpoint, key);
    this.#blotOut = blotterOf(key);
  }

  async ask(prompt: Prompt, signal: AbortSignal): Promise<RequestOutcome> {
    // Loaded when it is needed: the program starts without it.
    const { OpenAI, APIConnectionTimeoutError, APIUserAbortError } = await import('openai');
    const body = bodyOf(this.#settings, prompt);
    const exchange: { sent: string; reply: Reply | null } = { sent: JSON.stringify(body), reply: null };
    const client = new OpenAI({
      baseURL: this.#endpoint.base,
      apiKey: NO_KEY,
      // Everything that the client would otherwise take from the environment.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: 0,
      timeout: this.#settings.timeoutSeconds * 1000,
      fetch: async (url, init) => {
        if (typeof init?.body === 'string') exchange.sent = init.body;
        const got = await this.#transport.send(addressOf(url), exchange.sent, init?.signal ?? null);
        exchange.reply = { ...got, text: this.#blotOut(got.text) };
        return responseOf(exchange.reply);
      },
    });
    let problem: unknown = null;
    try {
      await client.chat.completions.create(body, { signal });
    } catch (error) {
      // Where a reply came, the reply says everything.
      problem = error;
    }
    const { sent, reply } = exchange;
    const kept = {
      request: this.#blotOut(
        JSON.stringify({ method: 'POST', url: `${this.#endpoint.base}${COMPLETIONS}`, body: parsed(sent) }),
      ),
      reply: textOf(reply),
      tokens: tokensOf(reply),
    };
    if (reply !== null) return { ...kept, ...judgeReply(reply, this.#now()) };
    if (problem instanceof APIUserAbortError || signal.aborted) {
      return { ...kept, ...failed('stopped', 'The run was stopped before a reply came.') };
    }
    if (problem instanceof APIConnectionTimeoutError) {
      return {
        ...kept,
        ...failed('again', `No reply within ${String(this.#settings.timeoutSeconds)} seconds.`),
      };
    }
    return { ...kept, ...failed('again', this.#blotOut(networkReason(problem, 'endpoint'))) };
  }

  close(): void {
    this.#transport.close();
  }
}

/** What a reply is worth. */
export function judgeReply(reply: Reply, now: number) {
  const { status, location, text } = reply;
  if (status >= 300 && status < 400) {
    return failed(
      'refused',
      `The endpoint sent the request on to ${placeOf(location)}; Casebook does not follow redirects (HTTP ${String(status)}).`,
    );
  }
  if (status < 200 || status >= 400) {
    const again = RETRYABLE.has(status) || status >= 500;
    return failed(
      again ? 'again' : 'refused',
      `The endpoint answered HTTP ${String(status)}${complaintOf(text)}`,
      readRetryAfter(reply.retryAfter, now),
    );
  }
  const body = parsed(text);
  // A connection that ended early, or a proxy's page: the next attempt may bring it whole.
  if (body === null) return failed('again', 'The reply was cut off or is no JSON.');
  return readCompletion(body);
}

/** The text of a chat completion, or why there is none that could hold a verdict. */
function readCompletion(body: unknown) {
  const choice = Completion.safeParse(body).data?.choices[0];
  if (choice === undefined) return unusable('The reply is not a chat completion.');
  const content = choice.message.content ?? '';
  if (content.trim() === '') return unusable('The reply has no text.');
  // What was cut off can look whole (a list that lacks its end): it is not taken for the verdict.
  if (choice.finish_reason === 'length')
    return unusable('The reply was cut off at the maximum number of tokens.');
  if (choice.finish_reason === 'content_filter')
    return unusable('The endpoint’s own filter cut the reply off.');
  return { outcome: 'answered' as const, content };
}

const unusable = (reason: string) => ({ outcome: 'unusable' as const, reason });

function failed(kind: 'again' | 'refused' | 'stopped', reason: string, wait: number | null = null) {
  return { outcome: 'failed' as const, kind, reason, wait };
}

function blotterOf(key: string | null): (text: string) => string {
  if (key === null || key.length < SHORTEST_SECRET) return (text) => text;
  const forms = [
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    Buffer.from(key).toString('base64'),
  ];
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '[key]'), text);
}

function addressOf(url: string | URL | Request): string {
  return url instanceof Request ? url.url : String(url);
}

/** The same reply in the shape that the client reads. */
function responseOf({ status, text }: Reply): Response {
  if (status < 200 || status > 599) throw new Error(`The endpoint answered HTTP ${String(status)}.`);
  const isBare = status === 204 || status === 205 || status === 304;
  return new Response(isBare ? null : text, { status, headers: { 'content-type': 'application/json' } });
}

const textOf = (reply: Reply | null): string | null => reply?.text ?? null;

function tokensOf(reply: Reply | null): RequestOutcome['tokens'] {
  const usage = Usage.safeParse(parsed(reply?.text ?? '')).data?.usage;
  return { prompt: usage?.prompt_tokens ?? null, completion: usage?.completion_tokens ?? null };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Replies are kept as they came; their reader judges them.
    return null;
  }
}

const SHOWN = 300;

function complaintOf(text: string): string {
  const complaint = Complaint.safeParse(parsed(text)).data?.trim() ?? '';
  return complaint === '' ? '.' : `: ${complaint.slice(0, SHOWN)}`;
}

function placeOf(location: string | null): string {
  const host = location === null ? null : URL.parse(location)?.host;
  return host === null || host === undefined || host === '' ? 'another address' : host;
}
