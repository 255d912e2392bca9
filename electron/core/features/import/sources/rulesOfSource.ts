import { setImmediate } from 'node:timers/promises';
import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { CheckImage, Task } from '../../../../../shared/benchmarks/task.ts';
import { hintsBeside, type Validation } from '../../../../../shared/benchmarks/validation.ts';
import type { RegionRecord } from '../../../../../shared/domain/document.ts';
import { ImageId, RegionId } from '../../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { ImageIntake } from '../intake/imageIntake.ts';

/**
 * Notes what the rules of the benchmark say of items as they come in: not what waits for an answer, as it does in all of
 * them. Missing images are reported elsewhere.
 */
export async function warnOfBrokenRules(
  items: Iterable<ParsedItem>,
  options: {
    readonly task: Task;
    readonly vocabulary: JsonObject;
    readonly intake: ImageIntake;
    readonly report: ReportBuilder;
    readonly signal: AbortSignal;
    /** Automatic hints about an item; left out where the benchmark has none. */
    readonly validation?: Validation | undefined;
  },
): Promise<void> {
  const { task, vocabulary, intake, report, signal, validation } = options;
  let seen = 0;
  for (const { externalId, payload, images: names, boxes = [] } of items) {
    seen += 1;
    if (seen % 200 === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    const images = names.flatMap(({ role, name }, position): CheckImage[] => {
      const result = intake.result(name);
      const size =
        result.kind === 'stored' ? result.image.facts : result.kind === 'found' ? result.size : null;
      return size === null ? [] : [{ type: 'image', position, role, name, imageId: standIn(position), size }];
    });
    const regions = boxes.map((box, order): RegionRecord => {
      const { position, ...rest } = box;
      const imageId = standIn(position);
      const id = RegionId.parse(imageId);
      return { type: 'region', id, imageId, ...rest, note: '', attributes: {}, order };
    });
    const problems = task.check({
      payload,
      answer: task.initialAnswer(payload),
      vocabulary,
      regions,
      images,
    });
    for (const { field, message, isUnanswered } of problems) {
      if (isUnanswered === true) continue;
      if (field !== 'images' || images.length > 0) report.warn(externalId, field, message);
    }
    for (const { field, message } of hintsBeside(validation, payload, problems))
      report.warn(externalId, field, message);
  }
}

/** An id for an image, by its place in its item, before it has one. */
const standIn = (position: number): ImageId =>
  ImageId.parse(`00000000-0000-7000-8000-${position.toString(16).padStart(12, '0')}`);
