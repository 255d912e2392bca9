import { finished } from 'node:stream/promises';
import { pino, stdTimeFunctions } from 'pino';
import { createStream } from 'rotating-file-stream';
import { makePrivateFolder, PRIVATE_FILE } from '../core/files/privateFiles.ts';
import type { Logger } from '../core/base/ports.ts';

const FILE_SIZE = '2M';
const FILES_KEPT = 5;

/**
 * A log of JSON lines in `<folder>/<name>.log`, rotated at 2 MB with five older files kept; the file is made with its
 * first line. A log that cannot be written is said once on standard error and never stops the program.
 */
export class Log {
  readonly #folder: string;
  readonly #name: string;
  #file: LogFile | null = null;

  readonly logger: Logger = {
    info: (message, detail) => this.#write('info', message, detail),
    warn: (message, detail) => this.#write('warn', message, detail),
    error: (message, detail) => this.#write('error', message, detail),
  };

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  /** Writes out what is waiting. */
  async close(): Promise<void> {
    const open = this.#file;
    this.#file = null;
    await open?.close();
  }

  #write(level: Level, message: string, detail: object = {}): void {
    this.#file ??= openFile(this.#folder, this.#name);
    this.#file.write(level, message, detail);
  }
}

type Level = keyof Logger;

interface LogFile {
  write(level: Level, message: string, detail: object): void;
  close(): Promise<void>;
}

function openFile(folder: string, name: string): LogFile {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    return withoutFile(error);
  }
  const stream = createStream((older) => (older ? `${name}.${String(older)}.log` : `${name}.log`), {
    path: folder,
    size: FILE_SIZE,
    rotate: FILES_KEPT,
    mode: PRIVATE_FILE,
  });
  let complained = false;
  stream.on('error', (error) => {
    if (!complained) process.stderr.write(`The log in ${folder} cannot be written: ${error.message}\n`);
    complained = true;
  });
  const log = pino({ base: { process: process.pid }, timestamp: stdTimeFunctions.isoTime }, stream);
  return {
    write(level, message, detail) {
      log[level](detail, message);
    },
    async close() {
      if (stream.destroyed || stream.writableFinished) return;
      stream.end();
      await finished(stream).catch((error: unknown) => {
        if (!complained) process.stderr.write(`The log’s last lines were lost: ${String(error)}\n`);
        complained = true;
      });
    },
  };
}

/** Where not even the folder can be made, serious lines go to standard error. */
function withoutFile(error: unknown): LogFile {
  process.stderr.write(`There will be no log: ${error instanceof Error ? error.message : String(error)}\n`);
  return {
    write(level, message) {
      if (level !== 'info') process.stderr.write(`${message}\n`);
    },
    async close() {
      // Standard error is not ours to close.
    },
  };
}
