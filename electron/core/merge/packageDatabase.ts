import { closeAfterWriting, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { EditionId } from '../../../shared/base/ids.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { packedWriter, rowWriter } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import { collectTexts } from '../records/items/searchTexts.ts';
import { writeMeta } from '../db/meta.ts';
import type { PackageOrigin } from './packageFormat.ts';
import type { PackedStudySessions } from './packingStudySessions.ts';

/** An item as it travels: what is asked about, under a name that gives nothing away. */
export interface PackedItem {
  readonly id: RowOf<'assignment'>['item_id'];
  readonly name: string;
  readonly stimulus: JsonObject;
  readonly images: readonly { readonly role: string; readonly imageId: RowOf<'image'>['id'] | null }[];
  /** The current edition; null: as it came. */
  readonly edition: EditionId | null;
  /** All editions that rows of the package name. */
  readonly editions: readonly EditionId[];
}

/** Everything that a package's database holds; nothing else gets into it. */
export interface Cargo {
  readonly origin: PackageOrigin;
  readonly title: string;
  readonly vocabulary: JsonObject;
  readonly person: RowOf<'person'>;
  readonly items: readonly PackedItem[];
  readonly images: readonly RowOf<'image'>[];
  readonly assignments: readonly RowOf<'assignment'>[];
  readonly guidelines: readonly RowOf<'guideline'>[];
  readonly studySessions: PackedStudySessions;
  readonly annotations: Iterable<{
    readonly annotation: RowOf<'annotation'>;
    readonly regions: readonly RowOf<'region'>[];
  }>;
}

/**
 * Writes the database of a package from nothing, so that no page of it has ever held anything else: no copy of a
 * casebook with the rest deleted.
 */
export function writePackageDatabase(file: string, benchmark: Benchmark, cargo: Cargo): void {
  const database = openDatabase(file, 'create');
  try {
    migrate(database);
    const { createdAt } = cargo.origin;
    const person = packedWriter(database, 'person');
    const image = packedWriter(database, 'image');
    const itemImage = rowWriter(database, 'item_image');
    const assignment = packedWriter(database, 'assignment');
    const edition = rowWriter(database, 'edition');
    const guideline = packedWriter(database, 'guideline');
    const annotation = packedWriter(database, 'annotation');
    const region = packedWriter(database, 'region');
    const study = packedWriter(database, 'study');
    const session = packedWriter(database, 'session');
    const response = packedWriter(database, 'response');
    const item = database.prepare<(string | number | null)[]>(
      `INSERT INTO item (id, benchmark, external_id, payload, edition_id, title, label, missing_images, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const text = database.prepare<[number, string]>('INSERT INTO item_text (rowid, text) VALUES (?, ?)');
    database.transaction(() => {
      // A box comes before its answer: once the answer is there and submitted, none may be added.
      database.pragma('defer_foreign_keys = ON');
      writeMeta(database, 'benchmark', benchmark.id);
      writeMeta(database, 'title', cargo.title);
      writeMeta(database, 'vocabulary', cargo.vocabulary);
      writeMeta(database, 'createdAt', createdAt);
      writeMeta(database, 'package', { ...cargo.origin });
      person(cargo.person, { roles: cargo.person.roles });
      for (const each of cargo.images) image(each, { created_at: createdAt });
      for (const { id, name, stimulus, images, edition: current, editions } of cargo.items) {
        const summary = benchmark.summarize(stimulus);
        const missing = images.filter(({ imageId }) => imageId === null).length;
        const { lastInsertRowid } = item.run(
          id,
          benchmark.id,
          name,
          JSON.stringify(stimulus),
          current,
          summary.title,
          summary.label,
          missing,
          createdAt,
          createdAt,
        );
        // Of an edition only that it is another one: not what it changed, nor who fixed what and why.
        for (const each of editions)
          edition({
            id: each,
            item_id: id,
            replaces: null,
            number: 2,
            before: stimulus,
            payload: stimulus,
            reason: '',
            annotation_id: null,
            person_id: cargo.person.id,
            created_at: createdAt,
          });
        text.run(Number(lastInsertRowid), collectTexts(stimulus, [name]).join('\n'));
        images.forEach(({ role, imageId }, position) =>
          itemImage({
            item_id: id,
            position,
            role,
            name: `image ${String(position + 1)}`,
            image_id: imageId,
            foreign_part: null,
          }),
        );
      }
      for (const each of cargo.assignments) assignment(each, {});
      for (const each of cargo.guidelines) guideline(each, {});
      for (const each of cargo.studySessions.studies)
        study(each, {
          created_by: cargo.person.id,
          settings: {
            ...each.settings,
            items: { filter: {}, sample: null },
            // What is asked of others stays here.
            ...(each.settings.translations !== undefined && {
              translations: each.settings.translations.filter(({ itemId }) =>
                cargo.studySessions.items.has(itemId),
              ),
            }),
          },
        });
      for (const each of cargo.studySessions.sessions) session(each, {});
      for (const each of cargo.studySessions.responses) response(each, {});
      for (const each of cargo.annotations) {
        for (const box of each.regions) region(box, {});
        annotation(each.annotation, {});
      }
    })();
  } finally {
    closeAfterWriting(database);
  }
}
