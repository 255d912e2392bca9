import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandOutput } from '../../electron/hosts/cli/output.ts';
import { createProgram, type RunOutcome } from '../../electron/hosts/cli/program.ts';
import { lexer, type MarkedToken, type Token, walkTokens } from 'marked';

const ROOT = resolve(import.meta.dirname, '../..');
const GUIDE = join(ROOT, 'resources', 'guide');

/** Every page of the guide by its file name, and other documents by their path from the root. */
export function documents(...others: string[]): ReadonlyMap<string, string> {
  const pages = readdirSync(GUIDE).map((name) => join('resources', 'guide', name));
  return new Map([...others, ...pages].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** Every token of a type in a document, however deep. */
export function tokensOf<Type extends MarkedToken['type']>(
  text: string,
  type: Type,
): readonly Extract<MarkedToken, { readonly type: Type }>[] {
  const found: Extract<MarkedToken, { readonly type: Type }>[] = [];
  void walkTokens(lexer(text), (token) => {
    if (isOf(token, type)) found.push(token);
  });
  return found;
}

function isOf<Type extends MarkedToken['type']>(
  token: Token,
  type: Type,
): token is Extract<MarkedToken, { readonly type: Type }> {
  return token.type === type;
}

/**
 * The commands of a document's `sh` blocks, in order, without what is said beside them. Commands of other programs, such
 * as PostgreSQL's, are in blocks of another language.
 */
export function commandsOf(text: string): readonly string[] {
  return tokensOf(text, 'code')
    .filter(({ lang }) => lang === 'sh')
    .flatMap((block) => block.text.split('\n'))
    .map((line) => line.replace(/\s*#.*$/u, '').trim())
    .filter((line) => line !== '');
}

/** The words of a command as a shell divides them; the guide uses double quotes and nothing else. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Runs one command of the command line in this process; gives its exit code and all that it said. */
export async function runHere(...words: string[]): Promise<{ readonly code: number; readonly said: string }> {
  const said: string[] = [];
  const code = await runSaying(words, said, new AbortController().signal);
  return { code, said: said.join('\n') };
}

/** Starts a command that runs until it is interrupted; gives what it has said so far, and its end. */
export function startHere(...words: string[]): {
  readonly said: readonly string[];
  readonly interrupt: () => Promise<number>;
} {
  const said: string[] = [];
  const interruption = new AbortController();
  const code = runSaying(words, said, interruption.signal);
  return {
    said,
    async interrupt() {
      interruption.abort();
      return code;
    },
  };
}

async function runSaying(words: readonly string[], said: string[], signal: AbortSignal): Promise<number> {
  const output: CommandOutput = {
    result: (_document, lines) => said.push(...lines),
    message: (line) => said.push(line),
    progress: () => undefined,
    failure: ({ message, hint }) => said.push(message, hint ?? ''),
    misuse: (message) => said.push(message ?? ''),
    settled: async () => Promise.resolve(),
  };
  const outcome: RunOutcome = { code: 0, words: [] };
  try {
    await createProgram(output, signal, outcome).parseAsync([...words], { from: 'user' });
  } catch (error) {
    said.push(String(error));
    outcome.code = 2;
  }
  return outcome.code;
}

/** What is wrong with the words of a command, without running it; null where nothing is. */
export function misuseOf(...words: string[]): string | null {
  const program = createProgram(silent, new AbortController().signal, { code: 0, words: [] });
  const [name, subname = ''] = words;
  const outer = program.commands.find((each) => each.name() === name);
  const isWhole = outer?.commands.length === 0;
  const command = isWhole ? outer : outer?.commands.find((each) => each.name() === subname);
  if (command === undefined) return `There is no command ${words.slice(0, 2).join(' ')}.`;
  const { operands, unknown } = command.parseOptions(words.slice(isWhole ? 1 : 2));
  if (unknown.length > 0) return `It does not know ${unknown.join(' ')}.`;
  const missing = command.options.find(({ mandatory, long }) => mandatory && !words.includes(long ?? ''));
  if (missing !== undefined) return `It needs ${missing.flags}.`;
  const required = command.registeredArguments.filter((argument) => argument.required).length;
  return operands.length >= required && operands.length <= command.registeredArguments.length
    ? null
    : `It takes other arguments than ${operands.join(' ')}.`;
}

const silent: CommandOutput = {
  result: () => undefined,
  message: () => undefined,
  progress: () => undefined,
  failure: () => undefined,
  misuse: () => undefined,
  settled: async () => Promise.resolve(),
};
