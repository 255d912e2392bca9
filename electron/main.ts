import { dirname } from 'node:path';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
} from 'electron';
import { startShell } from './hosts/electron/shell.ts';

/*
 * The desktop program's first lines: hands Electron to the shell, which knows it only by what it uses of it.
 *
 * Not awaited: Electron is not ready before this module has run to its end.
 */

startShell(
  {
    BrowserWindow,
    app,
    clipboard,
    dialog,
    ipcMain,
    protocol,
    safeStorage,
    screen,
    session,
    shell,
    showMenu: (template) => Menu.setApplicationMenu(Menu.buildFromTemplate(template)),
  },
  {
    output: dirname(import.meta.dirname),
    platform: process.platform,
    commandLine: process.argv,
    folder: process.cwd(),
    resourcesPath: process.resourcesPath,
    onUncaught: (listener) => {
      process.on('uncaughtException', listener);
      process.on('unhandledRejection', listener);
    },
  },
).catch((error: unknown) => {
  dialog.showErrorBox('Casebook did not start', error instanceof Error ? error.message : String(error));
  app.exit(1);
});
