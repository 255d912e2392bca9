import type { TaskField } from '../../../../shared/benchmarks/task.ts';
import type { Json } from '../../../../shared/base/json.ts';

/** An element: its name, attributes, and elements within. */
interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly within?: readonly Element[];
}

/** The tags of controls, by the types of their results. */
const DRAWING: Readonly<Record<string, string>> = {
  rectangle: 'Rectangle',
  rectanglelabels: 'RectangleLabels',
  ellipse: 'Ellipse',
  ellipselabels: 'EllipseLabels',
  polygon: 'Polygon',
  polygonlabels: 'PolygonLabels',
  brush: 'Brush',
  brushlabels: 'BrushLabels',
  keypoint: 'KeyPoint',
  keypointlabels: 'KeyPointLabels',
  labels: 'Labels',
};
const ABOUT: Readonly<Record<string, string>> = {
  choices: 'Choices',
  rating: 'Rating',
  number: 'Number',
  textarea: 'TextArea',
};

interface AboutControl {
  readonly name: string;
  readonly type: string;
  readonly values: Set<string>;
  most: number;
}

const USUAL_RATING = 5;

/**
 * The labelling setup for the tasks, gathered while they are written: a control for each field (choices, stars,
 * numbers, texts, boxes) and for what regions came with.
 * @param isSeveral whether a task shows a list of images
 */
export class LabelStudioConfig {
  readonly fields: readonly TaskField[];
  readonly #isSeveral: boolean;
  readonly #values;
  readonly #seen = new Set<'image' | 'text'>();
  readonly #drawings = new Map<
    string,
    { readonly name: string; readonly type: string; readonly labels: Set<string> }
  >();
  readonly #abouts = new Map<string, AboutControl>();
  readonly #taken;

  constructor(fields: readonly TaskField[], isSeveral: boolean) {
    this.fields = fields;
    this.#isSeveral = isSeveral;
    this.#values = new Map(fields.map((field) => [field.name, new Set(offeredBy(field))] as const));
    this.#taken = new Set(fields.map(({ name }) => name));
  }

  /** The name of the tag that shows images, or a text where a task has no image. */
  object(hasImage: boolean): string {
    return hasImage ? 'image' : 'text';
  }

  /** Notes a value that has to be among a field's choices; gives it. */
  uses(field: string, value: string): string {
    this.#values.get(field)?.add(value);
    return value;
  }

  /** The name of the control that draws shapes of this type into the field of boxes, with the labels that it has. */
  drawing(field: string, type: string, labels: readonly string[]): string {
    if (type === 'rectanglelabels') {
      for (const label of labels) this.#values.get(field)?.add(label);
      return field;
    }
    const known = this.#drawings.get(type) ?? {
      name: this.#freeName(`${field}-${type}`, type),
      type,
      labels: new Set<string>(),
    };
    this.#drawings.set(type, known);
    for (const label of labels) known.labels.add(label);
    return known.name;
  }

  /** The name of the control that answers something about a region. */
  about(name: string, type: string, value: Json | undefined): string {
    const key = JSON.stringify([name, type]);
    const known = this.#abouts.get(key) ?? {
      name: this.#freeName(name, type),
      type,
      values: new Set<string>(),
      most: 0,
    };
    this.#abouts.set(key, known);
    if (Array.isArray(value)) for (const each of value) if (typeof each === 'string') known.values.add(each);
    if (typeof value === 'number') known.most = Math.max(known.most, value);
    return known.name;
  }

  saw(what: 'image' | 'text'): void {
    this.#seen.add(what);
  }

  xml(): string {
    const object = this.#seen.has('image') ? 'image' : 'text';
    const shown = [
      ...(this.#seen.has('image')
        ? [
            {
              tag: 'Image',
              attributes: {
                name: 'image',
                ...(this.#isSeveral ? { valueList: '$images' } : { value: '$image' }),
              },
            },
          ]
        : []),
      ...(this.#seen.has('text') || !this.#seen.has('image')
        ? [{ tag: 'Text', attributes: { name: 'text', value: '$text' } }]
        : []),
    ];
    const controls = this.fields.flatMap((field): Element[] => {
      // Boxes need an image to be on.
      if (field.comparison.level === 'boxes' && object !== 'image') return [];
      const attributes = { name: field.name, toName: object };
      const header = { tag: 'Header', attributes: { value: field.title } };
      return [header, controlOf(field, attributes, [...(this.#values.get(field.name) ?? [])])];
    });
    const drawn = [...this.#drawings.values()].map(({ name, type, labels }): Element => ({
      tag: DRAWING[type] ?? 'Labels',
      attributes: { name, toName: object },
      within: [...labels].map((value) => ({ tag: 'Label', attributes: { value } })),
    }));
    const answered = [...this.#abouts.values()].flatMap((control): Element[] => {
      const tag = ABOUT[control.type];
      return tag === undefined ? [] : [aboutOf(tag, control, object)];
    });
    return written({ tag: 'View', attributes: {}, within: [...shown, ...controls, ...drawn, ...answered] });
  }

  #freeName(name: string, type: string): string {
    const free =
      [name, `${name}-region`, `${name}-${type}`].find((each) => !this.#taken.has(each)) ??
      `${name}-${type}-region`;
    this.#taken.add(free);
    return free;
  }
}

function aboutOf(tag: string, { name, values, most }: AboutControl, object: string): Element {
  const attributes = { name, toName: object, perRegion: 'true' };
  return {
    tag,
    attributes:
      tag === 'Rating'
        ? { ...attributes, maxRating: String(Math.max(USUAL_RATING, Math.ceil(most))) }
        : attributes,
    within: tag === 'Choices' ? [...values].map((value) => ({ tag: 'Choice', attributes: { value } })) : [],
  };
}

function controlOf(
  field: TaskField,
  attributes: Readonly<Record<string, string>>,
  values: readonly string[],
): Element {
  const choices = (choice: 'single' | 'multiple'): Element => ({
    tag: 'Choices',
    attributes: { ...attributes, choice },
    within: values.map((value) => ({ tag: 'Choice', attributes: { value } })),
  });
  switch (field.comparison.level) {
    case 'nominal':
      return choices('single');
    case 'set':
      return choices('multiple');
    case 'ordinal': {
      const stars = starsOf(field);
      return stars === null
        ? choices('single')
        : { tag: 'Rating', attributes: { ...attributes, maxRating: String(stars) } };
    }
    case 'interval':
      return { tag: 'Number', attributes };
    case 'text':
      return { tag: 'TextArea', attributes };
    case 'boxes':
      return {
        tag: 'RectangleLabels',
        attributes,
        within: values.map((value) => ({ tag: 'Label', attributes: { value } })),
      };
  }
}

/** The number of stars of a scale that counts from 1, null for any other. */
export function starsOf({ comparison }: TaskField): number | null {
  if (comparison.level !== 'ordinal') return null;
  return comparison.order.every((value, index) => textOf(value) === String(index + 1))
    ? comparison.order.length
    : null;
}

function offeredBy({ comparison }: TaskField): string[] {
  if (comparison.level === 'nominal') return (comparison.offered ?? []).map(({ name }) => name);
  return comparison.level === 'ordinal' ? comparison.order.map(textOf) : [];
}

/** A value as a choice of Label Studio is called. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** An element in XML, indented. */
function written({ tag, attributes, within = [] }: Element, indent = ''): string {
  const said = Object.entries(attributes).map(([name, value]) => ` ${name}="${attributeText(value)}"`);
  const inside = within.map((each) => written(each, `${indent}  `)).join('');
  return inside === ''
    ? `${indent}<${tag}${said.join('')}/>\n`
    : `${indent}<${tag}${said.join('')}>\n${inside}${indent}</${tag}>\n`;
}

/** What has a meaning in an attribute, control characters, and white space that a reader would take for a blank. */
const MEANT = /[&<>"'\p{Cc}\u{2028}\u{2029}\u{fffe}\u{ffff}]/gu;
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it is in an attribute, so that a reader gets the same text. */
export function attributeText(text: string): string {
  return text.toWellFormed().replaceAll(MEANT, (sign) => NAMED[sign] ?? byNumber(sign.codePointAt(0) ?? 0));
}

/** A character by its number; a sign for it where no XML 1.0 can hold it, not even so. */
function byNumber(code: number): string {
  const isPossible = (code >= 0x20 && code < 0xfffe) || [0x9, 0xa, 0xd].includes(code);
  return isPossible ? `&#${String(code)};` : '\u{fffd}';
}
