import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Output } from '../../electron/hosts/cli/output.ts';
import { createProgram } from '../../electron/hosts/cli/program.ts';
import { lexer, walkTokens, type MarkedToken, type Token } from 'marked';

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

/** The commands of a document's `sh` blocks, in order, without what is said beside them. */
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
  const output: Output = {
    result: (_document, lines) => said.push(...lines),
    message: (line) => said.push(line),
    progress: () => undefined,
    failure: ({ message, hint }) => said.push(message, hint ?? ''),
    misuse: (message) => said.push(message ?? ''),
    settled: async () => Promise.resolve(),
  };
  const outcome = { code: 0 };
  try {
    await createProgram(output, new AbortController().signal, outcome).parseAsync(words, { from: 'user' });
  } catch (error) {
    said.push(String(error));
    outcome.code = 2;
  }
  return { code: outcome.code, said: said.join('\n') };
}
