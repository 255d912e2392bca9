import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { createNewId } from '../../electron/core/base/newId.ts';
import type { CorePorts } from '../../electron/core/base/ports.ts';
import { secretsInMemory } from '../../electron/hosts/secrets.ts';

/** A folder that is gone when the test's `using` scope ends. */
export function temporaryFolder(): {
  readonly path: string;
  join(...parts: string[]): string;
  [Symbol.dispose](): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'casebook-test-'));
  return {
    path,
    join: (...parts) => join(path, ...parts),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Ports for a core under test: real files in `folder`, a clock that only moves forward, no dialogs. */
export function testPorts(folder: string, overrides: Partial<CorePorts> = {}): CorePorts {
  return {
    host: 'browser',
    version: '0.0.0-test',
    electron: null,
    now: () => Date.now(),
    wait: async (milliseconds, signal) => {
      await after(milliseconds, undefined, { signal }).catch(() => undefined);
    },
    secrets: secretsInMemory({}),
    newId: createNewId(),
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    dialogs: null,
    directories: {
      settings: join(folder, 'settings'),
      logs: join(folder, 'logs'),
      documents: join(folder, 'documents'),
      resources: resolve(import.meta.dirname, '../../resources'),
      staging: join(folder, 'staging'),
    },
    userName: 'tester',
    ...overrides,
  };
}
