import { z } from 'zod';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import { type WrittenBox, writtenBox } from '../boxes/boxes.ts';
import type { ExportItem } from '../writing/exportItems.ts';
import type { ParquetObjects } from './parquetFile.ts';

/** Collects what the boxes of a table are called, for a column that holds them. */
export class ObjectSurvey {
  readonly #task: Task | undefined;
  readonly #categories = new Set<string>();
  #isBoxed = false;

  constructor(task: Task | undefined) {
    this.#task = task;
  }

  observe(item: ExportItem): void {
    // A label set is the same for all items: its numbers then do not depend on which items are exported.
    if (this.#task?.openVocabulary !== undefined)
      for (const { category } of item.labels) this.#categories.add(category.toWellFormed());
    for (const { box } of boxesOf(item)) {
      this.#isBoxed = true;
      this.#categories.add(box.category.toWellFormed());
    }
  }

  /** Null where no item has a box. */
  categories(): readonly string[] | null {
    return this.#isBoxed ? [...this.#categories] : null;
  }
}

/** The boxes of an item; null where nobody has said that there are none. */
export function objectsOf(item: ExportItem, categories: readonly string[]): ParquetObjects | null {
  const boxes = boxesOf(item);
  if (boxes.length === 0 && (!item.isAnswered || item.images.length === 0)) return null;
  const numbers = new Map(categories.map((name, at) => [name, BigInt(at)]));
  return {
    image: boxes.map(({ image }) => BigInt(image)),
    bbox: boxes.map(({ box }) => [box.x, box.y, box.width, box.height]),
    category: boxes.map(({ box }) => numbers.get(box.category.toWellFormed()) ?? 0n),
    area: boxes.map(({ box }) => areaOf(box)),
    attributes: boxes.map(({ box: { attributes } }) =>
      Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes),
    ),
    foreign: boxes.map(({ box: { foreign } }) =>
      foreign?.isCurrent === true ? foreign.source.toWellFormed() : null,
    ),
  };
}

function boxesOf(item: ExportItem): { readonly image: number; readonly box: WrittenBox }[] {
  return [...item.regions, ...item.carried].flatMap((region) => {
    const image = item.images.findIndex(({ imageId }) => imageId === region.imageId);
    const box = writtenBox(region, item.labels);
    return image === -1 || box === null ? [] : [{ image, box }];
  });
}

const Area = z.object({ area: z.number().nonnegative() });

/** That of the shape where the record of an unmoved box says so, else that of the box. */
function areaOf({ width, height, foreign }: WrittenBox): number {
  if (foreign?.isCurrent === true && foreign.format === 'coco') {
    const said = Area.safeParse(parsed(foreign.source));
    if (said.success) return said.data.area;
  }
  return width * height;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
