import { JsonObject, sameJson } from '../../../../../shared/base/json.ts';
import { parseJson } from '../../../../../shared/base/jsonText.ts';
import {
  childOf,
  childrenOf,
  escapeXml,
  numberIn,
  readXml,
  textOf,
  type XmlElement,
} from '../../../../../shared/foreign/xmlText.ts';

/** Stands in a kept annotation where its objects were. */
const OBJECTS = '<?objects?>';

/** A change to a text: what takes the place of what. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A text with changes that do not overlap. */
function changed(text: string, changes: readonly Change[]): string {
  let result = '';
  let at = 0;
  for (const change of changes.toSorted((a, b) => a.from - b.from)) {
    result += text.slice(at, change.from) + change.text;
    at = change.to;
  }
  return result + text.slice(at);
}

/** Where an element begins with the blanks before it. */
function blanksBefore(xml: string, at: number): number {
  let from = at;
  while (from > 0 && /\s/u.test(xml[from - 1] ?? '')) from -= 1;
  return from;
}

const replaced = ({ start, end, name }: XmlElement, text: string): Change => ({
  from: start,
  to: end,
  text: `<${name}>${text}</${name}>`,
});
const removed = (xml: string, { start, end }: XmlElement): Change => ({
  from: blanksBefore(xml, start),
  to: end,
  text: '',
});

/** What an annotation says beside its objects, to the letter, with a mark where those were. */
export function headerOf(xml: string, root: XmlElement): string {
  const [first, ...others] = childrenOf(root, 'object');
  if (first === undefined) {
    const at = blanksBefore(xml, root.to);
    const blanks = blanksBeforeChild(xml, root);
    return changed(xml, [{ from: at, to: at, text: `${blanks}${OBJECTS}` }]);
  }
  return changed(xml, [
    { from: first.start, to: first.end, text: OBJECTS },
    ...others.map((object) => removed(xml, object)),
  ]);
}

function blanksBeforeChild(xml: string, { children }: XmlElement): string {
  const last = children.at(-1);
  return last === undefined ? '' : xml.slice(blanksBefore(xml, last.start), last.start);
}

/** An image under its name in an export. */
interface WrittenImage {
  /** Relative path with forward slashes. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** An annotation with its objects in their place again; null where the kept text is none. It names the image as it is called now. */
export function withObjects(header: string, image: WrittenImage, objects: readonly string[]): string | null {
  const at = header.indexOf(OBJECTS);
  const root = readXml(header);
  if (at === -1 || root === null || at >= root.to) return null;
  const from = blanksBefore(header, at);
  const blanks = header.slice(from, at);
  const lines = objects.map((object) => `${blanks}${object}`).join('');
  return changed(header, [
    { from, to: at + OBJECTS.length, text: lines },
    ...nameChanges(header, root, image),
    ...sizeChanges(header, root, image),
  ]);
}

/** Where the image is called otherwise now, its name, path and folder change. */
function nameChanges(xml: string, root: XmlElement, { file }: WrittenImage): Change[] {
  const name = childOf(root, 'filename');
  const called = file.slice(file.lastIndexOf('/') + 1);
  const said = name === undefined ? '' : (textOf(xml, name).split(/[/\\]/u).at(-1) ?? '');
  if (name === undefined || said === called) return [];
  const path = childOf(root, 'path');
  return [
    replaced(name, escapeXml(called)),
    ...(path === undefined ? [] : [replaced(path, escapeXml(file))]),
  ];
}

function sizeChanges(xml: string, root: XmlElement, image: WrittenImage): Change[] {
  const size = childOf(root, 'size');
  if (size === undefined) return [];
  return (['width', 'height'] as const).flatMap((side) => {
    const said = childOf(size, side);
    const value = numberIn(xml, said);
    const isRight = said === undefined || value === null || value === 0 || value === image[side];
    return isRight ? [] : [replaced(said, String(image[side]))];
  });
}

/** What an object is to say. */
export interface WrittenObject {
  readonly name: string;
  readonly attributes: JsonObject;
  readonly note: string;
  /** Its edges by their names; null: those that it has. */
  readonly edges: Readonly<Record<string, number>> | null;
}

/** Elements that say where an object's box is. Once it is elsewhere, they are wrong. */
const PLACES = new Set(['part', 'polygon', 'robndbox']);

/** The element of an object as it came in, changed where it has to be; null where the kept text is none. */
export function changedObject(
  source: string,
  { name, attributes, note, edges }: WrittenObject,
): string | null {
  const root = readXml(source);
  const called = root === null ? undefined : childOf(root, 'name');
  if (root === null || called === undefined) return null;
  const changes: Change[] = [];
  const added: string[] = [];
  if (textOf(source, called) !== name) changes.push(replaced(called, escapeXml(name)));
  const set = (element: string, text: string, isSame: (said: string) => boolean): void => {
    const own = childrenOf(root, element).find(({ children }) => children.length === 0);
    if (isSame(own === undefined ? '' : textOf(source, own))) return;
    if (own !== undefined) changes.push(text === '' ? removed(source, own) : replaced(own, escapeXml(text)));
    else if (text !== '') added.push(`<${element}>${escapeXml(text)}</${element}>`);
  };
  const json = Object.keys(attributes).length === 0 ? '' : JSON.stringify(attributes);
  set('attributes', json, (said) => sameJson(readAttributes(said), attributes));
  set('note', note, (said) => said === note);
  if (edges !== null) {
    const box = childOf(root, 'bndbox');
    const gone = root.children.filter((child) => PLACES.has(child.name));
    changes.push(...gone.map((child) => removed(source, child)));
    if (box === undefined) added.push(`<bndbox>${elements(edges)}</bndbox>`);
    else
      for (const [edge, value] of Object.entries(edges)) {
        const said = childOf(box, edge);
        if (said !== undefined) changes.push(replaced(said, String(value)));
        else changes.push({ from: box.to, to: box.to, text: elements({ [edge]: value }) });
      }
  }
  const end = blanksBefore(source, root.to);
  const blanks = blanksBeforeChild(source, root);
  changes.push({ from: end, to: end, text: added.map((element) => `${blanks}${element}`).join('') });
  return changed(source, changes);
}

const elements = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
    .join('');

/** Other programs write other things under this name; only a JSON object is ours. */
export function readAttributes(text: string): JsonObject {
  if (!text.startsWith('{')) return {};
  try {
    const parsed = JsonObject.safeParse(parseJson(text));
    return parsed.success ? parsed.data : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
