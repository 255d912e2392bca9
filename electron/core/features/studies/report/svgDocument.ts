/*
 * As much of a document as the drawing library needs to put an SVG together where there is no window, and no more: elements
 * with attributes, children and text, written out as a browser writes them.
 */

class TextNode {
  parentNode: ElementNode | null = null;
  readonly data: string;

  constructor(data: string) {
    this.data = data;
  }

  get outerHTML(): string {
    return escaped(this.data).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  }
}

class ElementNode {
  readonly #attributes = new Map<string, string>();
  readonly #children: (ElementNode | TextNode)[] = [];
  parentNode: ElementNode | null = null;

  readonly ownerDocument: SvgDocument;
  readonly namespaceURI: string;
  readonly tagName: string;

  constructor(ownerDocument: SvgDocument, namespaceURI: string, tagName: string) {
    this.ownerDocument = ownerDocument;
    this.namespaceURI = namespaceURI;
    this.tagName = tagName;
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.#attributes.has(name);
  }

  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, String(value));
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name);
  }

  appendChild<Node extends ElementNode | TextNode>(child: Node): Node {
    return this.insertBefore(child, null);
  }

  insertBefore<Node extends ElementNode | TextNode>(child: Node, next: ElementNode | TextNode | null): Node {
    const place = next === null ? -1 : this.#children.indexOf(next);
    this.#children.splice(place === -1 ? this.#children.length : place, 0, child);
    child.parentNode = this;
    return child;
  }

  removeChild(child: ElementNode | TextNode): void {
    const place = this.#children.indexOf(child);
    if (place !== -1) this.#children.splice(place, 1);
    child.parentNode = null;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }

  get children(): readonly ElementNode[] {
    return this.#children.filter((child) => child instanceof ElementNode);
  }

  set textContent(text: string) {
    for (const child of [...this.#children]) this.removeChild(child);
    if (text !== '') this.appendChild(new TextNode(text));
  }

  get outerHTML(): string {
    const attributes = [...this.#attributes].map(
      ([name, value]) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`,
    );
    const inside = this.#children.map(({ outerHTML }) => outerHTML);
    return `<${this.tagName}${attributes.join('')}>${inside.join('')}</${this.tagName}>`;
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;');

/** A document that holds nothing and makes what a drawing is made of. */
class SvgDocument {
  readonly documentElement = new ElementNode(this, 'http://www.w3.org/1999/xhtml', 'html');

  createElementNS(namespace: string, name: string): ElementNode {
    return new ElementNode(this, namespace, name);
  }
}

/**
 * A document for the drawing library's option `document`. It is typed as the browser's; of that it has what the marks of a report
 * call for. A mark that calls for more fails when it is drawn, and with it the test of the report.
 */
export function svgDocument(): Document;
export function svgDocument(): object {
  return new SvgDocument();
}
