import type { BrowserWindowConstructorOptions } from 'electron';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { FakeElectron, FakeEvent } from '../fakeElectron.ts';
import { PageWindow } from './window.ts';
import { present } from '../../present.ts';

/** Electron played by Chromium: what the built program gets for `import 'electron'`. */
export class StandIn extends FakeElectron {
  readonly #context: BrowserContext;
  readonly #pageWindows: PageWindow[] = [];

  constructor(context: BrowserContext, root: string) {
    super();
    this.#context = context;
    this.app.root = root;
    const quit = this.app.quit.bind(this.app);
    this.app.quit = () => {
      quit();
      this.app.emit('will-quit', new FakeEvent());
    };
  }

  static async open(browser: Browser, root: string): Promise<StandIn> {
    return new StandIn(await browser.newContext({ serviceWorkers: 'block' }), root);
  }

  override createWindow(options: BrowserWindowConstructorOptions): PageWindow {
    const window = new PageWindow(options, this, this.#context);
    this.windows.push(window);
    this.#pageWindows.push(window);
    this.app.emit('web-contents-created', {}, window.webContents);
    return window;
  }

  /** The page of the window opened last. */
  async page(): Promise<Page> {
    const window = present(this.#pageWindows.at(-1));
    return window.page();
  }

  /** Closes the window as a person does. */
  async closeWindow(): Promise<void> {
    const window = this.#pageWindows.pop();
    if (window === undefined) return;
    window.emit('close');
    await (await window.page()).close();
    window.emit('closed');
    this.app.emit('window-all-closed');
  }

  async end(): Promise<void> {
    await this.#context.close();
  }
}

let current: StandIn | null = null;

/** The stand-in that the next program to start will get. */
export function setStandIn(standIn: StandIn): void {
  current = standIn;
}

/** The stand-in of the program that is just starting. */
export function currentStandIn(): StandIn {
  if (current === null) throw new Error('There is no stand-in for Electron.');
  return current;
}
