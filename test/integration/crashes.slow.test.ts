import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { SCHEMA_VERSION } from '../../electron/core/db/migrate.ts';
import { CASEBOOK } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { recordChanges, statesOf } from '../helpers/crashStates.ts';
import { olderCasebook } from '../migrations/olderCasebook.ts';

/** Who is in a casebook, opened as the person who comes next does; it has to be sound, and open to be written to. */
async function peopleOf(path: string, folder: string, intent: 'write' | 'read'): Promise<string[]> {
  const casebook = await openCasebook(path, testPorts(folder), intent);
  try {
    if (intent === 'write') expect(casebook.readOnly).toBeNull();
    expect(casebook.database.pragma('integrity_check', { simple: true })).toBe('ok');
    return casebook.records.people.list().map(({ handle }) => handle);
  } finally {
    casebook.close();
  }
}

/** A casebook with Ana in it. */
async function withAna(path: string, folder: string): Promise<string> {
  const casebook = await createCasebook(path, { benchmark: 'generic', title: 'A' }, testPorts(folder));
  casebook.records.people.add({ handle: 'ana', name: '', roles: ['annotator'] }, null);
  casebook.close();
  return path;
}

const opening = resolve(import.meta.dirname, '../helpers/openAndClose.ts');

describe('a program killed at any moment at which it changes a file', () => {
  it.each([
    {
      name: 'while a casebook is opened, written to and closed',
      make: withAna,
      intents: ['read', 'write'] as const,
      words: (path: string, folder: string) => [process.execPath, opening, path, folder],
    },
    {
      name: 'while an older casebook is brought up to date',
      make: (path: string) => olderCasebook(path, SCHEMA_VERSION - 1),
      // Anybody who reads an older one brings it up to date first, as the person who writes.
      intents: ['write'] as const,
      words: (path: string, folder: string) => [process.execPath, opening, path, folder],
    },
    {
      name: 'while the command line adds somebody',
      make: withAna,
      intents: ['read', 'write'] as const,
      words: (path: string) => [...CASEBOOK, 'people', path, 'add', 'late'],
    },
  ])('leaves one that opens, with everything in it: $name', async ({ make, words, intents }) => {
    using folder = temporaryFolder();
    const path = await make(folder.join('a.casebook'), folder.path);
    const before = folder.join('before.casebook');
    cpSync(path, before, { recursive: true });
    const steps = recordChanges(path, words(path, folder.path), { CASEBOOK_HOME: folder.join('home') });
    const place = folder.join('killed.casebook');
    const found: boolean[] = [];
    for (const intent of intents) {
      for (const count of statesOf(before, steps, place)) {
        const people = await peopleOf(place, folder.path, intent).catch((error: unknown) => {
          throw new Error(`After ${String(count)} of ${String(steps.length)} changes`, { cause: error });
        });
        expect(people).toContain('ana');
        found.push(people.includes('late'));
      }
      // What is there once stays there.
      expect(found).toEqual([...found].sort((a, b) => Number(a) - Number(b)));
      expect(found.splice(0).at(-1)).toBe(true);
    }
  });
});
