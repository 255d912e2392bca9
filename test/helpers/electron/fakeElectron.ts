import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  OpenDialogOptions,
  Rectangle,
  SaveDialogOptions,
} from 'electron';
import type {
  CallEvent,
  ElectronApi,
  PortApi,
  PortEvent,
  WebContentsApi,
  WindowApi,
} from '../../../electron/hosts/electron/electronApi.ts';
import { present } from '../present.ts';

type Listener = (...values: never[]) => void;

/** Something of Electron that tells of events; `emit` makes them happen. */
class Emitting {
  readonly #listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  emit(event: string, ...values: readonly unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) Reflect.apply(listener, undefined, values);
  }
}

/** An event whose default can be prevented, and whether it was. */
export class FakeEvent {
  readonly url: string;
  prevented = false;

  constructor(url = '') {
    this.url = url;
  }

  preventDefault(): void {
    this.prevented = true;
  }
}

type OpenHandler = Parameters<WebContentsApi['setWindowOpenHandler']>[0];

export class FakeContents extends Emitting implements WebContentsApi {
  readonly sent: { readonly channel: string; readonly values: readonly unknown[] }[] = [];
  openHandler: OpenHandler | null = null;
  reloads = 0;
  crashes = 0;

  send(channel: string, ...values: unknown[]): void {
    this.sent.push({ channel, values });
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  reload(): void {
    this.reloads += 1;
  }

  forcefullyCrashRenderer(): void {
    this.crashes += 1;
  }
}

export class FakeWindow extends Emitting implements WindowApi {
  readonly webContents = new FakeContents();
  readonly options: BrowserWindowConstructorOptions;
  readonly loaded: string[] = [];
  readonly done: string[] = [];
  bounds: Rectangle;
  maximized = false;
  minimized = false;
  destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
  }

  show(): void {
    this.done.push('show');
  }

  focus(): void {
    this.done.push('focus');
  }

  restore(): void {
    this.done.push('restore');
    this.minimized = false;
  }

  maximize(): void {
    this.maximized = true;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  isMaximized(): boolean {
    return this.maximized;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  getNormalBounds(): Rectangle {
    return this.bounds;
  }
}

/** Two ends of a channel, as Electron's main process and a page hold them. Messages wait until an end is started. */
export function fakeChannel(): readonly [FakePort, FakePort] {
  const [a, b] = [new FakePort(), new FakePort()];
  a.other = b;
  b.other = a;
  return [a, b];
}

export class FakePort extends Emitting implements PortApi {
  other: FakePort | null = null;
  closed = false;
  #started = false;
  readonly #waiting: unknown[] = [];

  postMessage(message: unknown): void {
    this.other?.receive(structuredClone(message));
  }

  receive(data: unknown): void {
    if (this.#started) queueMicrotask(() => this.emit('message', { data }));
    else this.#waiting.push(data);
  }

  start(): void {
    this.#started = true;
    for (const data of this.#waiting.splice(0)) this.receive(data);
  }

  close(): void {
    this.closed = true;
  }
}

type Permission = Parameters<ElectronApi['session']['defaultSession']['setPermissionRequestHandler']>[0];
type BeforeRequest = Parameters<ElectronApi['session']['defaultSession']['webRequest']['onBeforeRequest']>[0];

class FakeSession extends Emitting {
  readonly handlers = new Map<string, (request: Request) => Promise<Response>>();
  permissionRequest: Permission | null = null;
  permissionCheck: (() => boolean) | null = null;
  devicePermission: (() => boolean) | null = null;
  beforeRequest: BeforeRequest | null = null;
  spellChecker = true;
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>): void => {
      this.handlers.set(scheme, handler);
    },
  };
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest): void => {
      this.beforeRequest = listener;
    },
  };

  setPermissionRequestHandler(handler: Permission): void {
    this.permissionRequest = handler;
  }

  setPermissionCheckHandler(handler: () => boolean): void {
    this.permissionCheck = handler;
  }

  setDevicePermissionHandler(handler: () => boolean): void {
    this.devicePermission = handler;
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellChecker = enabled;
  }

  /** Whether a request to this address would be let out. */
  lets(url: string): boolean {
    let cancelled: boolean | null = null;
    this.beforeRequest?.({ url }, ({ cancel }) => {
      cancelled = cancel;
    });
    return cancelled === false;
  }
}

class FakeApp extends Emitting {
  isPackaged = false;
  firstInstance = true;
  sandboxed = false;
  readonly switches = new Map<string, string>();
  readonly paths = new Map<string, string>();
  readonly recent: string[] = [];
  quits = 0;
  readonly exits: number[] = [];
  /** The order in which what matters before Electron is ready was done. */
  readonly steps: string[] = [];
  root = '';
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => {
      this.switches.set(name, value);
    },
  };

  enableSandbox(): void {
    this.sandboxed = true;
    this.steps.push('sandbox');
  }

  requestSingleInstanceLock(): boolean {
    return this.firstInstance;
  }

  async whenReady(): Promise<void> {
    this.steps.push('ready');
  }

  getAppPath(): string {
    return this.root;
  }

  getPath(name: string): string {
    return this.paths.get(name) ?? `/fake/${name}`;
  }

  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }

  setAppUserModelId(): void {
    this.steps.push('model id');
  }

  addRecentDocument(path: string): void {
    this.recent.push(path);
  }

  clearRecentDocuments(): void {
    this.recent.length = 0;
  }

  quit(): void {
    this.quits += 1;
  }

  exit(code = 0): void {
    this.exits.push(code);
  }
}

/** Answers dialogs from a list, and keeps what they asked. */
class FakeDialog {
  readonly asked: (MessageBoxOptions | OpenDialogOptions | SaveDialogOptions)[] = [];
  readonly errors: { readonly title: string; readonly content: string }[] = [];
  /** The button that is pressed next; without any, the cancelling one. */
  readonly presses: number[] = [];
  readonly chosen: string[] = [];

  async showMessageBox(options: MessageBoxOptions): Promise<{ response: number; checkboxChecked: boolean }> {
    return { response: this.showMessageBoxSync(options), checkboxChecked: false };
  }

  showMessageBoxSync(options: MessageBoxOptions): number {
    this.asked.push(options);
    return this.presses.shift() ?? options.cancelId ?? 0;
  }

  async showOpenDialog(options: OpenDialogOptions): Promise<{ canceled: boolean; filePaths: string[] }> {
    this.asked.push(options);
    const path = this.chosen.shift();
    return { canceled: path === undefined, filePaths: path === undefined ? [] : [path] };
  }

  async showSaveDialog(options: SaveDialogOptions): Promise<{ canceled: boolean; filePath: string }> {
    this.asked.push(options);
    const path = this.chosen.shift();
    return { canceled: path === undefined, filePath: path ?? '' };
  }

  showErrorBox(title: string, content: string): void {
    this.errors.push({ title, content });
  }
}

class FakeIpcMain {
  readonly listeners = new Map<string, (event: PortEvent) => void>();
  readonly handlers = new Map<string, (event: CallEvent, value: unknown) => unknown>();

  on(channel: string, listener: (event: PortEvent) => void): void {
    this.listeners.set(channel, listener);
  }

  handle(channel: string, handler: (event: CallEvent, value: unknown) => unknown): void {
    this.handlers.set(channel, handler);
  }
}

/** Electron as far as the shell uses it, remembering what was done to it. */
export class FakeElectron implements ElectronApi {
  readonly app = new FakeApp();
  readonly dialog = new FakeDialog();
  readonly ipcMain = new FakeIpcMain();
  readonly session = { defaultSession: new FakeSession() };
  readonly windows: FakeWindow[] = [];
  readonly external: string[] = [];
  readonly shown: string[] = [];
  readonly schemes: CustomScheme[] = [];
  menu: MenuItemConstructorOptions[] = [];
  copied = '';
  displays: { workArea: Rectangle }[] = [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }];
  /** Encrypts so that it cannot be read by looking at it; `keyring`: whether the system has somewhere to keep the key. */
  readonly safeStorage = {
    keyring: true,
    isEncryptionAvailable: (): boolean => true,
    getSelectedStorageBackend: (): string => (this.safeStorage.keyring ? 'gnome_libsecret' : 'basic_text'),
    encryptString: (text: string): Buffer => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x5a)),
    decryptString: (encrypted: Buffer): string =>
      Buffer.from(encrypted.map((byte) => byte ^ 0x5a)).toString(),
  };
  readonly clipboard = {
    writeText: (text: string): void => {
      this.copied = text;
    },
  };
  readonly screen = { getAllDisplays: () => this.displays };
  readonly shell = {
    openExternal: async (url: string): Promise<void> => {
      this.external.push(url);
    },
    showItemInFolder: (path: string): void => {
      this.shown.push(path);
    },
  };
  readonly protocol = {
    registerSchemesAsPrivileged: (schemes: CustomScheme[]): void => {
      this.app.steps.push('schemes');
      this.schemes.push(...schemes);
    },
  };

  /** Constructed by the shell; every window it makes is kept. */
  readonly BrowserWindow = new Proxy(FakeWindow, {
    construct: (_window, [options]: [BrowserWindowConstructorOptions]) => this.createWindow(options),
  });

  showMenu(template: MenuItemConstructorOptions[]): void {
    this.menu = template;
  }

  createWindow(options: BrowserWindowConstructorOptions): FakeWindow {
    const window = new FakeWindow(options);
    this.windows.push(window);
    this.app.emit('web-contents-created', {}, window.webContents);
    return window;
  }

  /** The only window. */
  get window(): FakeWindow {
    return present(this.windows.at(-1));
  }
}

/** The item of a menu, wherever it is, by its label. */
export function menuItem(
  menu: readonly MenuItemConstructorOptions[],
  label: string,
): MenuItemConstructorOptions | null {
  for (const item of menu) {
    if (item.label === label) return item;
    const found = Array.isArray(item.submenu) ? menuItem(item.submenu, label) : null;
    if (found !== null) return found;
  }
  return null;
}
