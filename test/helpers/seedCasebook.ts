import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { AnnotationId, type ImageId, RegionId } from '../../shared/base/ids.ts';
import { ItemStatus } from '../../shared/domain/status.ts';
import { testPorts } from './core.ts';
import { drawPhotograph } from './photographs.ts';
import { present } from './present.ts';
import { pick, seededRandom } from './random.ts';
import { regionRecord } from './regions.ts';
import { externalIdOf, syntheticItems } from './syntheticItems.ts';

export interface Shape {
  readonly items: number;
  /** Different photographs; items share them in turn. */
  readonly photographs: number;
  /** Boxes on each clued item with a photograph. */
  readonly boxes: number;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
}

/** Makes a CaughtCheating casebook of any size and shape: the same for the same seed, ids and times aside. */
export async function seedCasebook(path: string, shape: Shape): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'casebook-seed-'));
  const ports = testPorts(work);
  (await createCasebook(path, { benchmark: 'caughtcheating', title: 'Synthetic' }, ports)).close();
  const open = createServices(await openCasebook(path, ports));
  try {
    const person = open.people.add({ handle: 'ana', name: 'Ana', roles: ['curator', 'annotator'] }, null);
    const images: ImageId[] = [];
    for (let index = 0; index < shape.photographs; index += 1) {
      const file = join(work, `photograph-${String(index)}.jpg`);
      await drawPhotograph(file, { width: shape.width, height: shape.height, seed: shape.seed + index });
      images.push((await open.images.add(file, person.id)).id);
    }
    const random = seededRandom(shape.seed);
    const { annotations } = open.casebook.records;
    const writer = open.casebook.derived.items;
    const task = present(open.casebook.benchmark.tasks[0]);
    open.casebook.database.transaction(() => {
      let index = 0;
      for (const payload of syntheticItems(shape.items, shape.seed)) {
        const imageId = images[index % Math.max(1, images.length)] ?? null;
        index += 1;
        const name = externalIdOf(payload);
        const { id } = writer.insert({
          externalId: name,
          payload,
          images: [{ role: 'photo', name, imageId }],
          imported: true,
        });
        writer.setStatus(id, pick(random, ItemStatus.options));
        if (shape.boxes === 0 || imageId === null || payload['label'] !== true) continue;
        const annotation = AnnotationId.parse(ports.newId());
        const key = { itemId: id, task: task.id, round: 1, personId: person.id };
        annotations.insertDraft({
          id: annotation,
          key,
          itemRevision: 1,
          version: 1,
          previousId: null,
          answer: task.initialAnswer(payload),
          revision: 0,
          independent: false,
        });
        annotations.insertRegions(
          annotation,
          Array.from({ length: shape.boxes }, (_, order) =>
            regionRecord({
              id: RegionId.parse(ports.newId()),
              imageId,
              label: 'clue-1',
              x: random() * shape.width * 0.8,
              y: random() * shape.height * 0.8,
              width: 1 + random() * shape.width * 0.19,
              height: 1 + random() * shape.height * 0.19,
              order,
            }),
          ),
        );
      }
    })();
  } finally {
    await open.close();
    rmSync(work, { recursive: true, force: true });
  }
}
