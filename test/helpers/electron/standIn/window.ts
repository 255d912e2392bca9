import { readFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions } from 'electron';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { z } from 'zod';
import { FakeContents, type FakeElectron, FakeEvent, FakePort, FakeWindow } from '../fakeElectron.ts';
import { fromWire, headerToWire, toWire } from './addresses.ts';
import { type Carried, ELECTRON_IN_PAGE } from './inPage.ts';

declare global {
  interface Window {
    __standIn?: {
      deliver(channel: string, values: readonly unknown[]): void;
      port(id: number, carried: Carried): void;
    };
  }
}

const CarriedValue = z.union([z.object({ text: z.string() }), z.object({ base64: z.string() })]);
const Ids = z.array(z.number());

/** A port whose other end is in the page. */
class PagePort extends FakePort {
  readonly #send: (carried: Carried) => void;

  constructor(send: (carried: Carried) => void) {
    super();
    this.#send = send;
  }

  override postMessage(message: unknown): void {
    if (typeof message === 'string') this.#send({ text: message });
    else if (message instanceof Uint8Array || message instanceof ArrayBuffer) {
      this.#send({
        base64: Buffer.from(message instanceof ArrayBuffer ? new Uint8Array(message) : message).toString(
          'base64',
        ),
      });
    } else throw new TypeError('The port carries text and bytes.');
  }
}

class PageContents extends FakeContents {
  page: Page | null = null;

  override send(channel: string, ...values: unknown[]): void {
    super.send(channel, ...values);
    this.tell((page) =>
      page.evaluate(([name, list]) => window.__standIn?.deliver(name, list), [channel, values] as const),
    );
  }

  override reload(): void {
    super.reload();
    this.tell((page) => page.reload());
  }

  /** A page that is just closing cannot be told anything any more; nobody waits for it. */
  tell(what: (page: Page) => Promise<unknown>): void {
    if (this.page !== null) what(this.page).catch(() => undefined);
  }
}

/** A window that is a page of Chromium: the preload beside it, requests answered by the shell's own handlers. */
export class PageWindow extends FakeWindow {
  override readonly webContents = new PageContents();
  readonly #electron: FakeElectron;
  readonly #opened: Promise<Page>;
  readonly #ports = new Map<number, PagePort>();

  constructor(options: BrowserWindowConstructorOptions, electron: FakeElectron, context: BrowserContext) {
    super(options);
    this.#electron = electron;
    this.#opened = this.#open(context);
  }

  /** The page, once it is there. */
  page(): Promise<Page> {
    return this.#opened;
  }

  override async loadURL(url: string): Promise<void> {
    await super.loadURL(url);
    const page = await this.#opened;
    await page.goto(toWire(url));
    this.emit('ready-to-show');
  }

  async #open(context: BrowserContext): Promise<Page> {
    const { webPreferences, width = 1440, height = 900 } = this.options;
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    this.webContents.page = page;
    await page.exposeBinding('__standInCall', (source, kind: unknown, name: unknown, value: unknown) => {
      const senderFrame = { url: fromWire(source.frame.url()), parent: source.frame.parentFrame() };
      return this.#called(senderFrame, kind, name, value);
    });
    await page.route(
      () => true,
      (route) => this.#answer(route),
    );
    page.on('popup', (popup) => {
      this.webContents.openHandler?.({ url: fromWire(popup.url()) });
      popup.close().catch(() => undefined);
    });
    const preload = readFileSync(z.string().parse(webPreferences?.preload), 'utf8');
    await page.addInitScript(`{ ${ELECTRON_IN_PAGE}\n(() => { ${preload}\n})(); }`);
    return page;
  }

  #called(
    senderFrame: { readonly url: string; readonly parent: unknown },
    kind: unknown,
    name: unknown,
    value: unknown,
  ): unknown {
    const { ipcMain } = this.#electron;
    if (kind === 'port') {
      const carried = CarriedValue.parse(value);
      const data = 'text' in carried ? carried.text : new Uint8Array(Buffer.from(carried.base64, 'base64'));
      this.#ports.get(z.number().parse(name))?.receive(data);
      return null;
    }
    const channel = z.string().parse(name);
    if (kind === 'invoke') return ipcMain.handlers.get(channel)?.({ senderFrame }, value);
    const ports = Ids.parse(value).map((id) => {
      const port = new PagePort((carried) => {
        this.webContents.tell((page) =>
          page.evaluate(([number, sent]) => window.__standIn?.port(number, sent), [id, carried] as const),
        );
      });
      this.#ports.set(id, port);
      return port;
    });
    ipcMain.listeners.get(channel)?.({ senderFrame, ports, preventDefault: () => undefined });
    return null;
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const url = fromWire(request.url());
    const { defaultSession } = this.#electron.session;
    if (request.isNavigationRequest() && this.loaded.length > 0 && url !== this.loaded[0]) {
      const event = new FakeEvent(url);
      this.webContents.emit('will-navigate', event);
      if (event.prevented) return route.abort('aborted');
    }
    const handler = defaultSession.handlers.get(new URL(url).protocol.slice(0, -1));
    if (!defaultSession.lets(url) || handler === undefined) return route.abort('blockedbyclient');
    const response = await handler(new Request(url, { method: request.method() }));
    const headers = Object.fromEntries(
      [...response.headers].map(([name, value]) => [name, headerToWire(value)]),
    );
    const content = Buffer.from(await response.arrayBuffer());
    const type = headers['content-type'] ?? '';
    const text = content.toString('utf8');
    // A page names the scheme alone, in the policy that stands in it.
    const body = type.startsWith('text/html')
      ? headerToWire(text)
      : /^(?:text|application\/javascript)/u.test(type)
        ? toWire(text)
        : content;
    // Its length changes with the names in it.
    delete headers['content-length'];
    return route.fulfill({ status: response.status, headers, body });
  }
}
