import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { finish, start } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';

const FILL = resolve(import.meta.dirname, '../helpers/fillHome.ts');

/** Fills a home as a user would whose new files everybody may read. */
async function fill(home: string): Promise<void> {
  const words = ['sh', '-c', 'umask 022 && exec "$@"', 'sh', process.execPath, FILL];
  const { stdout, stderr } = await finish(start(words, { CASEBOOK_HOME: home }));
  expect({ stdout, stderr }).toEqual({ stdout: 'left\n', stderr: '' });
}

/** Everything below a folder, itself included, with what its owner and others may do. */
function modes(folder: string): ReadonlyMap<string, string> {
  const paths = ['', ...readdirSync(folder, { recursive: true }).map(String)];
  return new Map(
    paths.map((path) => [path, (statSync(join(folder, path)).mode & 0o777).toString(8).padStart(3, '0')]),
  );
}

const isOpen = ([, mode]: readonly [string, string]): boolean => !mode.endsWith('00');

// Windows keeps users apart by their folders; it has no such modes.
it.runIf(process.platform !== 'win32')(
  'settings, keys, logs and dropped files can be read by their user alone; a casebook as the umask says',
  async () => {
    using home = temporaryFolder();
    await fill(home.path);
    const found = ['settings', 'logs', 'cache'].flatMap((name) =>
      [...modes(home.join(name))].map(([path, mode]) => [`${name}/${path}`, mode] as const),
    );
    expect(found.filter(isOpen)).toEqual([]);
    const names = found.map(([path]) => path);
    for (const name of [
      'settings/settings.json',
      'settings/keys.json',
      'settings/window.json',
      'logs/browser.log',
      'logs/command-line.1.log',
    ])
      expect(names).toContain(name);
    expect(names.some((name) => name.endsWith('/photos/a.jpg'))).toBe(true);
    const casebook = modes(home.join('documents', 'a.casebook'));
    expect([casebook.get(''), casebook.get('casebook.sqlite')]).toEqual(['755', '644']);
  },
);

it.runIf(process.platform !== 'win32')(
  'what an older version left open is closed at the next start',
  async () => {
    using home = temporaryFolder();
    for (const folder of ['settings/more', 'logs', 'cache/staging/1-1/drop'])
      mkdirSync(home.join(folder), { recursive: true, mode: 0o755 });
    for (const file of ['settings/keys.json', 'logs/browser.5.log', 'cache/staging/1-1/drop/a.jpg'])
      writeFileSync(home.join(file), '{}', { mode: 0o644 });
    await fill(home.path);
    // What lies deeper in a folder that nobody else can enter may keep its mode.
    const found = ['settings', 'logs', 'cache', 'cache/staging'].flatMap((name) =>
      [...modes(home.join(name))]
        .filter(([path]) => !path.includes('/'))
        .map(([path, mode]) => [`${name}/${path}`, mode] as const),
    );
    expect(found.filter(isOpen)).toEqual([]);
  },
);
