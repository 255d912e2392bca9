import { closeAfterWriting, openDatabase } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { EditionId } from '../../../../shared/domain/ids.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import { collectTexts } from '../items/texts.ts';
import { writeMeta } from '../projects/meta.ts';
import { ResponseRow, SessionRow, StudyRow } from './baselineRows.ts';
import type { PackageOrigin } from './packageFormat.ts';
import type { PackedSittings } from './packingSittings.ts';
import type {
  AnnotationRow as Annotation,
  AssignmentRow as Assignment,
  GuidelineRow as Guideline,
  ImageRow as Image,
  PersonRow as Person,
  RegionRow as Region,
} from './rows.ts';
import {
  AnnotationRow,
  AssignmentRow,
  EditionRow,
  GuidelineRow,
  ImageRow,
  ItemImageRow,
  PersonRow,
  RegionRow,
  rowWriter,
} from './rows.ts';

/** An item as it travels: what is asked about, under a name that gives nothing away. */
export interface PackedItem {
  readonly id: Assignment['item_id'];
  readonly name: string;
  readonly stimulus: JsonObject;
  readonly images: readonly { readonly role: string; readonly imageId: Image['id'] | null }[];
  /** The edition that holds; null: as it came. */
  readonly edition: EditionId | null;
  /** All editions that rows of the package name. */
  readonly editions: readonly EditionId[];
}

/** Everything that a package's database holds; nothing else gets into it. */
export interface Cargo {
  readonly origin: PackageOrigin;
  readonly title: string;
  readonly vocabulary: JsonObject;
  readonly person: Person;
  readonly items: readonly PackedItem[];
  readonly images: readonly Image[];
  readonly assignments: readonly Assignment[];
  readonly guidelines: readonly Guideline[];
  readonly sittings: PackedSittings;
  readonly annotations: Iterable<{ readonly annotation: Annotation; readonly regions: readonly Region[] }>;
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
    const person = rowWriter(database, 'person', PersonRow);
    const image = rowWriter(database, 'image', ImageRow);
    const itemImage = rowWriter(database, 'item_image', ItemImageRow);
    const assignment = rowWriter(database, 'assignment', AssignmentRow);
    const edition = rowWriter(database, 'edition', EditionRow);
    const guideline = rowWriter(database, 'guideline', GuidelineRow);
    const annotation = rowWriter(database, 'annotation', AnnotationRow);
    const region = rowWriter(database, 'region', RegionRow);
    const study = rowWriter(database, 'study', StudyRow);
    const session = rowWriter(database, 'session', SessionRow);
    const response = rowWriter(database, 'response', ResponseRow);
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
      person(cargo.person);
      for (const each of cargo.images) image(neutral(each, createdAt));
      for (const { id, name, stimulus, images, edition: holds, editions } of cargo.items) {
        const summary = benchmark.summarize(stimulus);
        const missing = images.filter(({ imageId }) => imageId === null).length;
        const { lastInsertRowid } = item.run(
          id,
          benchmark.id,
          name,
          JSON.stringify(stimulus),
          holds,
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
          }),
        );
      }
      for (const each of cargo.assignments) assignment(each);
      for (const each of cargo.guidelines) guideline({ ...each, person_id: null });
      for (const each of cargo.sittings.studies) study(each);
      for (const each of cargo.sittings.sessions) session(each);
      for (const each of cargo.sittings.responses) response(each);
      for (const each of cargo.annotations) {
        for (const box of each.regions) region(box);
        annotation(each.annotation);
      }
    })();
  } finally {
    closeAfterWriting(database);
  }
}

/** An image without what says where it comes from, who made it and when. */
function neutral(image: Image, createdAt: number): Image {
  return {
    ...image,
    link: null,
    origin: null,
    url: null,
    licence: null,
    attribution: null,
    redistributable: null,
    derived_from: null,
    derivation: null,
    created_by: null,
    created_at: createdAt,
  };
}
