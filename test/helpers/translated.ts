import type { BrowserContext } from 'playwright-core';

/**
 * Does to every page of a context what Google Translate does in Chrome: each text on the screen, and each that comes, is
 * replaced by one within two `font` elements, and the page's root says that it is translated. The words stay as they
 * are, so that a test finds them.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const LEFT = 'script, style, svg, textarea, select, font, [translate="no"], .notranslate';
    const translate = (node: Node): void => {
      if (node instanceof Text) {
        if (node.data.trim() === '' || node.parentElement?.closest(LEFT) !== null) return;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(node.data);
        outer.append(inner);
        node.replaceWith(outer);
        return;
      }
      if (node instanceof Element && node.matches(LEFT)) return;
      const children = [...node.childNodes];
      for (const child of children) translate(child);
    };
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.classList.add('translated-ltr');
      translate(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes) if (node.isConnected) translate(node);
      }).observe(document.body, { subtree: true, childList: true });
    });
  });
}
