import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { v7 } from 'uuid';
import { createCore } from '../../electron/core/app/createCore.ts';
import { createHostPorts } from '../../electron/hosts/hostPorts.ts';
import { Log } from '../../electron/hosts/log.ts';
import { secretsInKeyStore } from '../../electron/hosts/secrets.ts';
import { saveWindowState } from '../../electron/hosts/electron/windowState.ts';

/*
 * A program of its own that leaves in its home (CASEBOOK_HOME) everything that Casebook keeps outside of casebooks: settings,
 * the list of recent casebooks, the window's place, a key, logs, one of them rotated, and a dropped file. It leaves
 * without taking the dropped file away, as when it is killed.
 */

const { ports } = createHostPorts({
  host: 'browser',
  log: 'browser',
  secrets: (settings, logger) =>
    secretsInKeyStore(
      {
        isEncryptionAvailable: () => true,
        getSelectedStorageBackend: () => 'kwallet6',
        encryptString: (text) => Buffer.from(text),
        decryptString: (bytes) => bytes.toString(),
      },
      join(settings, 'keys.json'),
      process.platform,
      logger,
    ),
});
const core = createCore(ports);
const window = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
await window.application.saveSettings({});
await window.casebooks.create({
  path: join(ports.directories.documents, 'a.casebook'),
  benchmark: 'caughtcheating',
  title: 'A',
  person: 'ana',
});
await window.application.stage({ folder: v7(), name: 'photos/a.jpg', file: new File(['a'], 'a.jpg') });
ports.secrets.keep('http://127.0.0.1', 'a key');
saveWindowState(
  join(ports.directories.settings, 'window.json'),
  { x: 0, y: 0, width: 1, height: 1, maximized: false },
  ports.logger,
);
ports.logger.info('A line.');
// A log that is too long when it is opened is put aside.
for (const lines of [300, 1]) {
  const log = new Log(ports.directories.logs, 'command-line');
  for (let line = 0; line < lines; line += 1) log.logger.info('x'.repeat(10_000));
  await log.close();
}
await core.close();
process.stdout.write('left\n', () => process.kill(process.pid, 'SIGKILL'));
