import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import type { Work } from '../../electron/core/base/work.ts';
import type { CorePorts } from '../../electron/core/base/ports.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { Json, JsonObject } from '../../shared/base/json.ts';
import { temporaryFolder, testPorts } from './core.ts';

/** A fresh casebook with a folder around it; closed and gone when the test's `await using` scope ends. */
export async function freshCasebook(
  benchmark = 'caughtcheating',
  overrides: Partial<CorePorts> = {},
): Promise<
  Services & {
    /** A path beside the casebook. */
    readonly at: (...parts: string[]) => string;
    [Symbol.asyncDispose](): Promise<void>;
  }
> {
  const folder = temporaryFolder();
  const path = folder.join('a.casebook');
  const services = createServices(
    await createCasebook(path, { benchmark, title: 'A' }, testPorts(folder.path, overrides)),
  );
  return {
    ...services,
    at: (...parts) => folder.join(...parts),
    async [Symbol.asyncDispose]() {
      await services.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Work that nobody watches or cancels. */
export const quietly: Work = { progress: () => undefined, signal: new AbortController().signal };

/** Writes a file, making its folders. */
export function put(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** A JSON file's value. */
export function readJson(path: string): Json {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return Json.parse(value);
}

/** A JSON file that holds a list of objects; to the letter, `__proto__` keys included. */
export function readObjects(path: string): JsonObject[] {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  z.array(JsonObject).parse(value);
  return Array.isArray(value) ? value : [];
}

/** Every file below a folder by its relative path, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** What the tables of a casebook hold, to compare before and after. */
export function contentOf({ casebook }: Services): Record<string, unknown[]> {
  const tables = casebook.database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_text%' ESCAPE '\\' ORDER BY name",
    )
    .pluck()
    .all();
  return Object.fromEntries(
    tables.map((name) => [name, casebook.database.prepare(`SELECT * FROM "${name}"`).all()]),
  );
}

/** Where an item of CaughtCheating says its photo is. */
export function dataPath(item: JsonObject): string {
  return z.string().parse(item['data_path']);
}
