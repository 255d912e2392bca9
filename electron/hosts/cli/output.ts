import type { Writable } from 'node:stream';
import type { CasebookError } from '../../../shared/base/errors.ts';

/** Where the command line writes: results to standard output, everything else to standard error. */
export interface CommandOutput {
  /** The one result: a JSON document with --json, else the lines. */
  result(document: unknown, lines: readonly string[]): void;
  message(line: string): void;
  /** Drawn on a terminal only, and not more often than anybody can read. */
  progress(phase: string, done: number, total: number | null): void;
  failure(error: CasebookError): void;
  /** What was wrong with the command; null where it has been said. */
  misuse(message: string | null): void;
  /** Waits until everything is written. Throws where standard output did not take it (a full disk). */
  settled(): Promise<void>;
}

/** Where a run writes: the process's own streams, or what a test reads. */
export interface Streams {
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

const REDRAWN_EVERY_MS = 100;

/** The output of a run, with --json as documents. */
export class StreamOutput implements CommandOutput {
  readonly #json: boolean;
  readonly #out: CutOffStream;
  readonly #err: CutOffStream;
  readonly #isTerminal: boolean;
  #isDrawn = false;
  #drawnAt = 0;

  constructor(json: boolean, { stdout, stderr }: Streams) {
    this.#json = json;
    this.#out = new CutOffStream(stdout);
    this.#err = new CutOffStream(stderr);
    this.#isTerminal = stderr.isTTY === true;
  }

  result(document: unknown, lines: readonly string[]): void {
    this.#clear();
    if (this.#json) this.#document(document);
    else this.#out.write(lines.map((line) => `${printable(line)}\n`).join(''));
  }

  message(line: string): void {
    this.#clear();
    this.#err.write(`${line.split('\n').map(printable).join('\n')}\n`);
  }

  progress(phase: string, done: number, total: number | null): void {
    if (!this.#isTerminal || Date.now() - this.#drawnAt < REDRAWN_EVERY_MS) return;
    this.#clear();
    this.#err.write(`${phase} ${String(done)}${total === null ? '' : ` of ${String(total)}`}`);
    this.#isDrawn = true;
    this.#drawnAt = Date.now();
  }

  failure({ code, message: what, hint }: CasebookError): void {
    this.message(`${what}${hint === null ? '' : `\n${hint}`}`);
    if (this.#json) this.#document({ error: { code, message: what, hint } });
  }

  misuse(what: string | null): void {
    const hint = 'See casebook --help.';
    if (what !== null) this.message(`error: ${what}\n${hint}`);
    if (this.#json)
      this.#document({ error: { code: 'usage', message: what ?? 'No command was given.', hint } });
  }

  async settled(): Promise<void> {
    await this.#out.settled();
  }

  #document(value: unknown): void {
    this.#out.write(`${JSON.stringify(value)}\n`);
  }

  #clear(): void {
    if (this.#isDrawn) this.#err.write('\r\u001B[2K');
    this.#isDrawn = false;
  }
}

/** A stream that may be cut off: `casebook list | head` has read enough, which is no error. */
class CutOffStream {
  readonly #stream: Writable;
  #fault: Error | null = null;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on('error', (error) => {
      this.#fault ??= error;
    });
  }

  write(text: string): void {
    if (this.#fault === null) this.#stream.write(text);
  }

  async settled(): Promise<void> {
    if (this.#fault === null) await new Promise<void>((resolve) => this.#stream.write('', () => resolve()));
    if (this.#fault !== null && !isClosedPipe(this.#fault)) throw this.#fault;
  }
}

function isClosedPipe(error: Error): boolean {
  return 'code' in error && error.code === 'EPIPE';
}

/** Texts of items are other people's: what would move the cursor or turn the line round is shown by its number. */
function printable(line: string): string {
  return line.replaceAll(
    /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** Columns lined up for reading. */
export function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, String(cell).length)));
  return rows.map((row) =>
    row
      .map((cell, index) => String(cell).padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** The first `limit` lines, and how many more there are. */
export function shortened(lines: readonly string[], limit = 20): string[] {
  const rest = lines.length - limit;
  return rest <= 0
    ? [...lines]
    : [...lines.slice(0, limit), `… and ${String(rest)} more (--json has them all).`];
}
