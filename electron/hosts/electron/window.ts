import { join } from 'node:path';
import type { Logger } from '../../core/base/ports.ts';
import type { ElectronApi, WindowApi } from './electronApi.ts';
import { START_PAGE } from './schemes.ts';
import { placeWindow, readWindowState, saveWindowState, SMALLEST } from './windowState.ts';

export interface WindowOptions {
  readonly electron: Pick<ElectronApi, 'BrowserWindow' | 'screen'>;
  /** The folder with the built main, preload and renderer. */
  readonly output: string;
  /** The window's picture where the system takes it from the program (Linux). */
  readonly icon?: string;
  /** Where the window's place is remembered. */
  readonly stateFile: string;
  readonly developerTools: boolean;
  readonly logger: Logger;
}

/** Opens the window where it was, shown when it has something to show. */
export function openWindow(options: WindowOptions): WindowApi {
  const { electron, stateFile, logger } = options;
  const { maximized, ...bounds } = placeWindow(
    readWindowState(stateFile, logger),
    electron.screen.getAllDisplays(),
  );
  const { BrowserWindow } = electron;
  const window = new BrowserWindow({
    ...bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Casebook',
    ...(options.icon === undefined ? {} : { icon: options.icon }),
    // Said outright although most are Electron's defaults: a default may change.
    webPreferences: {
      ...besidePage(options.output),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: options.developerTools,
      // A middle click on a link would open a window past the usual ways.
      disableBlinkFeatures: 'Auxclick',
    },
  });
  window.on('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  window.on('close', () => {
    saveWindowState(
      stateFile,
      { ...integers(window.getNormalBounds()), maximized: window.isMaximized() },
      logger,
    );
  });
  window.loadURL(START_PAGE).catch((error: unknown) => {
    logger.error('The window’s page could not be loaded.', { reason: String(error) });
  });
  return window;
}

/** What runs beside the page, before its own scripts: the one built preload, reviewed with the shell. */
function besidePage(output: string): { readonly preload: string } {
  return { preload: join(output, 'preload', 'preload.cjs') };
}

function integers({ x, y, width, height }: ReturnType<WindowApi['getNormalBounds']>) {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

/** Brings the window to the front, as somebody who opens a casebook expects. */
export function bringForward(window: WindowApi): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
