import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** What a hostile page knows about the host: more than it could find out. */
export interface Target {
  readonly origin: string;
  /** Calls that would change something, with their input. */
  readonly calls: Readonly<Record<string, unknown>>;
  /** Addresses that show something, for pages, images and scripts. */
  readonly pages: readonly string[];
  readonly images: readonly string[];
  readonly scripts: readonly string[];
}

/** What the hostile page got hold of, each as words that say what. */
export interface Loot {
  readonly read: readonly string[];
  readonly drawn: readonly string[];
  readonly framed: readonly string[];
}

/** A server of another origin, with a certificate of its own host name. */
export interface OtherOrigin {
  readonly url: string;
  /** Opens its page, and tries everything that a page can do to another origin; leaves its page open. */
  attack(page: Page, target: Target): Promise<Loot>;
  /** From its page, sends a form to the host in place of itself. */
  sendForm(page: Page, target: Target): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves a hostile page with the certificate that `makeCertificate` put into a folder. Of `localhost` it is another origin
 * of the same site as the host, so that cookies go along; of 127.0.0.1 it is another site.
 */
export async function serveOtherOrigin(
  folder: string,
  name: 'localhost' | '127.0.0.1',
): Promise<OtherOrigin> {
  const server = createServer(
    { cert: readFileSync(join(folder, 'cert.pem')), key: readFileSync(join(folder, 'key.pem')) },
    (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><h1>Elsewhere</h1>',
      );
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `https://${name}:${String(address.port)}/`;
  return {
    url,
    async attack(page, target) {
      await page.goto(url);
      const [read, drawn] = [await page.evaluate(tryToRead, target), await page.evaluate(tryToDraw, target)];
      const framed = page
        .frames()
        .map((frame) => frame.url())
        .filter((each) => each.startsWith(target.origin));
      return { read, drawn, framed };
    },
    async sendForm(page, target) {
      await page.evaluate(({ origin, calls }) => {
        const form = document.createElement('form');
        const [[call, input] = ['', null]] = Object.entries(calls);
        form.method = 'post';
        form.enctype = 'text/plain';
        form.action = `${origin}/rpc/${call}`;
        const field = document.createElement('input');
        // Sent as NAME=VALUE: with this name it is the call's own text.
        field.name = `{"json":${JSON.stringify(input)},"x":"`;
        field.value = '"}';
        form.append(field);
        document.body.append(form);
        form.submit();
      }, target);
      await page.waitForURL(`${target.origin}/**`);
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** Runs in the hostile page: what of the host it can read by requests that carry cookies. */
async function tryToRead({ origin, calls, pages, images }: Target): Promise<string[]> {
  const found: string[] = [];
  const attempt = async (what: string, path: string, options: RequestInit): Promise<void> => {
    try {
      const answer = await fetch(`${origin}${path}`, { credentials: 'include', ...options });
      // What is opaque was sent, and tells the page nothing.
      if (answer.type !== 'opaque') found.push(`${what} ${path}: ${await answer.text()}`);
    } catch {
      // The browser refused it, as it should.
    }
  };
  for (const path of [...pages, ...images]) {
    await attempt('read', path, {});
    await attempt('read blindly', path, { mode: 'no-cors' });
  }
  for (const [call, input] of Object.entries(calls)) {
    const body = JSON.stringify({ json: input });
    const post = { method: 'POST', body };
    await attempt('called', `/rpc/${call}`, {
      ...post,
      headers: { 'content-type': 'application/json' },
    });
    await attempt('called plainly', `/rpc/${call}`, { ...post, headers: { 'content-type': 'text/plain' } });
    await attempt('called blindly', `/rpc/${call}`, { ...post, mode: 'no-cors' });
  }
  return found;
}

/** Runs in the hostile page: what of the host it can show or run as a part of itself. */
async function tryToDraw({ origin, pages, images, scripts, calls }: Target): Promise<string[]> {
  const drawn: string[] = [];
  const load = (element: HTMLElement & { src: string }, path: string): Promise<void> =>
    new Promise((resolve) => {
      element.addEventListener('load', () => {
        // Frames say so of error pages, too: what they show is looked at from outside.
        if (!(element instanceof HTMLIFrameElement)) drawn.push(`${element.tagName} ${path}`);
        resolve();
      });
      element.addEventListener('error', () => {
        resolve();
      });
      element.src = `${origin}${path}`;
      document.body.append(element);
    });
  for (const path of pages) await load(document.createElement('iframe'), path);
  for (const path of images) await load(document.createElement('img'), path);
  for (const path of scripts) await load(document.createElement('script'), path);
  for (const [call, input] of Object.entries(calls)) {
    await new Promise<void>((resolve) => {
      const frame = document.createElement('iframe');
      frame.name = `target of ${call}`;
      document.body.append(frame);
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'text/plain';
      form.target = frame.name;
      form.action = `${origin}/rpc/${call}`;
      const field = document.createElement('input');
      field.name = `{"json":${JSON.stringify(input)},"x":"`;
      field.value = '"}';
      form.append(field);
      document.body.append(form);
      frame.addEventListener('load', () => {
        resolve();
      });
      form.submit();
    });
  }
  return drawn;
}
