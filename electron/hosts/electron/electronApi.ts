import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  MessageBoxSyncOptions,
  OpenDialogOptions,
  OpenDialogReturnValue,
  Rectangle,
  SaveDialogOptions,
  SaveDialogReturnValue,
  WindowOpenHandlerResponse,
} from 'electron';

/*
 * What the shell uses of Electron, and no more. The program hands in Electron itself, so that the compiler holds these
 * shapes against Electron's own definitions; tests hand in fakes of the same shapes.
 */

interface Preventable {
  preventDefault(): void;
}

export interface FrameApi {
  readonly url: string;
  readonly parent: unknown;
}

/** One end of a channel to the page. */
export interface PortApi {
  on(event: string, listener: (event: { readonly data: unknown }) => void): unknown;
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
}

export interface PortEvent extends Preventable {
  readonly senderFrame: FrameApi | null;
  readonly ports: readonly PortApi[];
}

export interface CallEvent {
  readonly senderFrame: FrameApi | null;
}

export interface WebContentsApi {
  send(channel: string, ...values: unknown[]): void;
  setWindowOpenHandler(handler: (details: { readonly url: string }) => WindowOpenHandlerResponse): void;
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (event: Preventable & { readonly url: string }) => void,
  ): unknown;
  on(event: 'will-attach-webview' | 'will-prevent-unload', listener: (event: Preventable) => void): unknown;
  on(
    event: 'render-process-gone',
    listener: (event: unknown, details: { readonly reason: string; readonly exitCode: number }) => void,
  ): unknown;
  reload(): void;
  forcefullyCrashRenderer(): void;
}

export interface WindowApi {
  readonly webContents: WebContentsApi;
  loadURL(url: string): Promise<void>;
  on(
    event: 'close' | 'closed' | 'ready-to-show' | 'unresponsive' | 'responsive' | 'move' | 'resize',
    listener: () => void,
  ): unknown;
  show(): void;
  focus(): void;
  restore(): void;
  maximize(): void;
  isMinimized(): boolean;
  isMaximized(): boolean;
  isDestroyed(): boolean;
  getNormalBounds(): Rectangle;
}

export interface AppApi {
  readonly isPackaged: boolean;
  readonly commandLine: { appendSwitch(name: string, value?: string): void };
  enableSandbox(): void;
  requestSingleInstanceLock(): boolean;
  whenReady(): Promise<void>;
  getAppPath(): string;
  getPath(name: 'userData' | 'documents'): string;
  setPath(name: 'userData', path: string): void;
  setAppUserModelId(id: string): void;
  addRecentDocument(path: string): void;
  clearRecentDocuments(): void;
  quit(): void;
  exit(code?: number): void;
  on(
    event: 'second-instance',
    listener: (event: unknown, commandLine: string[], folder: string) => void,
  ): unknown;
  on(event: 'open-file', listener: (event: Preventable, path: string) => void): unknown;
  on(event: 'window-all-closed' | 'activate', listener: () => void): unknown;
  on(event: 'will-quit', listener: (event: Preventable) => void): unknown;
  on(event: 'web-contents-created', listener: (event: unknown, contents: WebContentsApi) => void): unknown;
}

export interface SessionApi {
  readonly webRequest: {
    onBeforeRequest(
      listener: (
        details: { readonly url: string },
        answer: (response: { readonly cancel: boolean }) => void,
      ) => void,
    ): void;
  };
  readonly protocol: {
    handle(scheme: string, handler: (request: Request) => Promise<Response>): void;
  };
  setPermissionRequestHandler(
    handler: (contents: unknown, permission: string, answer: (granted: boolean) => void) => void,
  ): void;
  setPermissionCheckHandler(handler: () => boolean): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setSpellCheckerEnabled(enabled: boolean): void;
  on(event: 'will-download', listener: (event: Preventable, item: { getURL(): string }) => void): unknown;
}

export interface DialogApi {
  showOpenDialog(options: OpenDialogOptions): Promise<OpenDialogReturnValue>;
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
  showMessageBoxSync(options: MessageBoxSyncOptions): number;
  showErrorBox(title: string, content: string): void;
}

interface IpcMainApi {
  on(channel: string, listener: (event: PortEvent) => void): unknown;
  handle(channel: string, listener: (event: CallEvent, value: unknown) => unknown): void;
}

/** The system's key store. */
export interface SafeStorageApi {
  isEncryptionAvailable(): boolean;
  /** Linux only: which store is behind it. */
  getSelectedStorageBackend(): string;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

export interface ElectronApi {
  readonly app: AppApi;
  readonly safeStorage: SafeStorageApi;
  readonly protocol: { registerSchemesAsPrivileged(schemes: CustomScheme[]): void };
  readonly session: { readonly defaultSession: SessionApi };
  readonly dialog: DialogApi;
  readonly ipcMain: IpcMainApi;
  readonly shell: { openExternal(url: string): Promise<void>; showItemInFolder(path: string): void };
  readonly clipboard: { writeText(text: string): void };
  readonly screen: { getAllDisplays(): { readonly workArea: Rectangle }[] };
  /** Makes this the application's menu. */
  showMenu(template: MenuItemConstructorOptions[]): void;
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => WindowApi;
}
