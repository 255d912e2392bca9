import { setImmediate } from 'node:timers/promises';
import type { ImportReport } from '../../../../../shared/contract/importExport.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../../shared/base/json.ts';
import { readMeta } from '../../../db/meta.ts';
import { ImageIntake } from '../intake/imageIntake.ts';
import { foldersOf } from '../intake/imageNames.ts';
import type { ImportServices } from '../importServices.ts';
import { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { planFields } from './ratingFields.ts';
import { withPlainNumbers } from './ratingNumbers.ts';
import { RatingCheck } from './ratingCheck.ts';
import { byItems, RatingComposer } from './ratingComposer.ts';
import { RatingWriter } from './ratingWriter.ts';
import type { AskedImport } from '../../../formats/format.ts';
import {
  type RatingSource,
  RatingStaging,
  type ReadRatings,
} from '../../../formats/ratings/ratingStaging.ts';
import { Breather } from '../../../formats/reading/breather.ts';
import type { Work } from '../../../base/work.ts';

/** How many sets of items are looked at between two breaths. */
const BREATH = 1;

/**
 * Imports ratings: each rater's values on an item become a submitted, independent answer of theirs. Raters become
 * people; missing items and fields are made if the benchmark allows it. The same source twice changes nothing; a
 * changed value becomes a new version.
 */
export async function importRatings(
  { casebook, images, people, write }: ImportServices,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
  read: ReadRatings,
): Promise<ImportReport> {
  const { benchmark, database } = casebook;
  const report = new ReportBuilder();
  const staged = new RatingStaging();
  const stops = (): boolean => report.skipped() > 0 && !request.keepGoing;
  try {
    const source = await read(staged, report, work);
    if (report.asks.encoding !== undefined) return report.refused();
    if (staged.count() === 0 && report.skipped() === 0) {
      report.skip('the source', null, 'It has no ratings.');
    }
    const vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
    const staging = withPlainNumbers(staged, {
      benchmark,
      vocabulary,
      levels: request.levels,
      hints: source.levels,
      decimals: request.decimals,
      report,
    });
    const fields = planFields({
      benchmark,
      vocabulary,
      staging,
      levels: request.levels,
      hints: source.levels,
      report,
    });
    report.fields = fields.found;
    if (stops()) return report.refused();

    const names = imageNames(source);
    const { folders, namedIn } = await foldersOf(request);
    const intake = new ImageIntake(images, {
      work,
      folders,
      namedIn: source.items.size === 0 ? [] : namedIn,
      link: request.link,
      dryRun: request.dryRun,
    });
    try {
      await intake.take(names, names.size);
      intake.tell(report);
      const job = {
        casebook,
        people,
        intake,
        source,
        fields,
        vocabulary,
        report,
        by,
        origin: request.origin,
      };
      const composer = new RatingComposer(job);
      const check = new RatingCheck(job, composer);
      const breather = new Breather(work.signal, BREATH);
      let done = 0;
      for (const answers of byItems(staging.answers())) {
        check.check(answers);
        for (const { values } of answers) done += values.length;
        work.progress('Checking', done, staged.count());
        await breather.step();
      }
      check.end();
      if (stops()) return report.refused();
      if (request.dryRun) return report.build({ applied: false, similar: [] });
      work.progress('Writing', 0, staged.count());
      // Lets the progress be shown and a cancellation come through before nothing else can happen.
      await setImmediate();
      work.signal.throwIfAborted();
      await write(
        new RatingWriter(job, composer).write(staging.answers(), request.format, (values) =>
          work.progress('Writing', values, staged.count()),
        ),
      );
      return report.build({ applied: true, similar: [] });
    } finally {
      await intake.release();
    }
  } finally {
    staged.close();
  }
}

function imageNames({ items }: RatingSource): ReadonlySet<string> {
  return new Set([...items.values()].flatMap((item) => item.images.map(({ name }) => name)));
}
