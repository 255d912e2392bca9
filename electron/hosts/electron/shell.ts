import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { CHANNELS } from './channels.ts';
import { carryContract } from './connection.ts';
import type { Connection } from '../../core/base/connection.ts';
import { type Core, createCore } from '../../core/app/createCore.ts';
import { SystemDialogs } from './dialogs.ts';
import type { ElectronApi, WindowApi } from './electronApi.ts';
import { ELECTRON } from './electronRelease.ts';
import { ExternalLinks } from './externalLinks.ts';
import { createHostPorts, type HostPorts } from '../hostPorts.ts';
import { handleProtocols } from './imageProtocol.ts';
import { menuTemplate } from './menu.ts';
import { lastWords, watchWindow } from './mishaps.ts';
import { casebookAt, casebookInArguments, OpenRequests } from './openFiles.ts';
import { PRIVILEGED_SCHEMES } from './schemes.ts';
import { secretsInKeyStore } from '../secrets.ts';
import { confineContents, hardenSession, silenceBrowser } from './security.ts';
import { HOME_VARIABLE } from '../userFolders.ts';
import { bringForward, openWindow } from './window.ts';

/** What surrounds the shell, apart from Electron itself. */
export interface Surroundings {
  /** The folder with the built main, preload and renderer. */
  readonly output: string;
  readonly platform: NodeJS.Platform;
  readonly commandLine: readonly string[];
  readonly folder: string;
  /** Where a packaged program keeps files beside its archive. */
  readonly resourcesPath: string;
  /** Told of errors that nobody caught. */
  readonly onUncaught: (listener: (error: unknown) => void) => void;
}

/**
 * The desktop host: one instance, one window, the contract over a MessagePort, pages and images over schemes of their
 * own, nothing from any network. Resolves when the window is open, or at once where another instance has it.
 */
export async function startShell(electron: ElectronApi, surroundings: Surroundings): Promise<void> {
  const { app } = electron;
  const home = process.env[HOME_VARIABLE];
  // Beside the preferences, not among them; an own home makes an own instance.
  app.setPath('userData', join(home ?? app.getPath('userData'), 'window'));
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const requests = new OpenRequests();
  takeRequests(electron, surroundings, requests);
  electron.protocol.registerSchemesAsPrivileged(PRIVILEGED_SCHEMES);
  silenceBrowser(app);
  app.setAppUserModelId('org.casebook.desktop');
  await app.whenReady();

  const host = createHostPorts({
    host: 'desktop',
    electron: ELECTRON,
    log: 'desktop',
    dialogs: new SystemDialogs(electron.dialog, surroundings.platform),
    root: app.getAppPath(),
    resources: join(app.isPackaged ? surroundings.resourcesPath : app.getAppPath(), 'resources'),
    documents: app.getPath('documents'),
    secrets: (settings, logger) =>
      secretsInKeyStore(electron.safeStorage, join(settings, 'keys.json'), surroundings.platform, logger),
  });
  surroundings.onUncaught(lastWords(electron, host.ports.logger));
  new Shell(electron, surroundings, host, requests).start();
}

function takeRequests(
  electron: ElectronApi,
  { commandLine, folder }: Surroundings,
  requests: OpenRequests,
): void {
  const take = (path: string | null): void => {
    if (path !== null) requests.add(path);
  };
  take(casebookInArguments(commandLine, folder));
  electron.app.on('second-instance', (_event, otherLine, otherFolder) => {
    take(casebookInArguments(otherLine, otherFolder));
  });
  electron.app.on('open-file', (event, path) => {
    event.preventDefault();
    take(casebookAt(path, folder));
  });
}

class Shell {
  readonly #electron: ElectronApi;
  readonly #surroundings: Surroundings;
  readonly #host: HostPorts;
  readonly #requests: OpenRequests;
  readonly #core: Core;
  /** The current user of the window: one for its calls, its images and its menu. */
  readonly #connection: Connection;
  #window: WindowApi | null = null;

  constructor(electron: ElectronApi, surroundings: Surroundings, host: HostPorts, requests: OpenRequests) {
    this.#electron = electron;
    this.#surroundings = surroundings;
    this.#host = host;
    this.#requests = requests;
    this.#core = createCore(host.ports);
    this.#connection = this.#core.createSession();
  }

  start(): void {
    const { app, session, dialog, shell } = this.#electron;
    const { logger } = this.#host.ports;
    const links = new ExternalLinks(dialog, shell.openExternal.bind(shell), logger);
    app.on('web-contents-created', (_event, contents) => confineContents(contents, links));
    hardenSession(session.defaultSession);
    handleProtocols(
      session.defaultSession,
      this.#core,
      this.#connection,
      join(this.#surroundings.output, 'renderer'),
    );
    carryContract({
      electron: this.#electron,
      core: this.#core,
      session: this.#connection,
      logger,
      connected: () => {
        this.#requests.deliverTo((path) => {
          this.#window?.webContents.send(CHANNELS.openCasebook, path);
        });
      },
      casebookChanged: () => this.#refreshMenu(),
    });
    app.on('second-instance', () => this.#front());
    app.on('open-file', () => this.#front());
    app.on('activate', () => this.#front());
    app.on('window-all-closed', () => {
      if (this.#surroundings.platform !== 'darwin') app.quit();
    });
    this.#closeBeforeQuitting();
    this.#refreshMenu();
    this.#front();
  }

  /** The window, opened where there is none, in front. */
  #front(): void {
    if (this.#window !== null) {
      bringForward(this.#window);
      return;
    }
    const { ports } = this.#host;
    const icon = join(ports.directories.resources, 'icons', 'icon.png');
    const window = openWindow({
      electron: this.#electron,
      output: this.#surroundings.output,
      ...(existsSync(icon) ? { icon } : {}),
      stateFile: join(ports.directories.settings, 'window.json'),
      developerTools: !this.#electron.app.isPackaged,
      logger: ports.logger,
    });
    watchWindow(window, this.#electron, ports.logger);
    window.on('closed', () => {
      this.#requests.deliverTo(null);
      this.#window = null;
    });
    this.#window = window;
  }

  #refreshMenu(): void {
    this.#showMenu().catch((error: unknown) => {
      this.#host.ports.logger.error('The menu could not be created.', { reason: String(error) });
    });
  }

  async #showMenu(): Promise<void> {
    const { app, shell } = this.#electron;
    // As the window sees it: participants of a study are offered no other casebooks.
    const context = this.#core.contextOf(this.#connection);
    const { application } = this.#core.router;
    // By its name: that says who may call it.
    const state = await call(application.state, undefined, { context, path: ['application', 'state'] });
    if (state.casebook !== null && state.casebook.path !== '') app.addRecentDocument(state.casebook.path);
    this.#electron.showMenu(
      menuTemplate({
        platform: this.#surroundings.platform,
        recent: state.recent.filter(({ exists }) => exists),
        keys: state.settings.keys,
        developerTools: !app.isPackaged,
        run: (id) => this.#window?.webContents.send(CHANNELS.command, id),
        open: (path) => {
          this.#front();
          this.#requests.add(path);
        },
        showLogs: () => shell.showItemInFolder(join(this.#host.ports.directories.logs, 'desktop.log')),
        about: () => this.#about(),
      }),
    );
  }

  #about(): void {
    this.#electron.dialog
      .showMessageBox({
        type: 'info',
        title: 'About Casebook',
        message: `Casebook ${this.#host.ports.version}`,
        detail: `Build, check and measure benchmarks for multimodal models, offline.\nElectron ${process.versions['electron'] ?? ''}, Chromium ${process.versions['chrome'] ?? ''}, Node ${process.versions.node}`,
        buttons: ['Close'],
      })
      .catch((error: unknown) => {
        this.#host.ports.logger.warn('A dialog could not be shown.', { reason: String(error) });
      });
  }

  /** The database is closed and the log written before the process ends. */
  #closeBeforeQuitting(): void {
    const { app } = this.#electron;
    let closing = false;
    app.on('will-quit', (event) => {
      if (closing) return;
      closing = true;
      event.preventDefault();
      this.#close().then(
        () => app.exit(0),
        (error: unknown) => {
          process.stderr.write(`Casebook did not close cleanly: ${String(error)}\n`);
          app.exit(1);
        },
      );
    });
  }

  async #close(): Promise<void> {
    try {
      await this.#core.close();
    } finally {
      await this.#host.close();
    }
  }
}
