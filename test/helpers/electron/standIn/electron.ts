import type { MenuItemConstructorOptions } from 'electron';
import { currentStandIn } from './standIn.ts';

/*
 * Stands for the module `electron` in a program started by launch.ts; a fresh one each time.
 */

const standIn = currentStandIn();

export const {
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
} = standIn;

export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] => template,
  setApplicationMenu: (template: MenuItemConstructorOptions[]): void => standIn.showMenu(template),
};
