import { CasebookError } from '../../../shared/base/errors.ts';
import type { EditionId, ItemId, PersonId } from '../../../shared/base/ids.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import type { Casebook } from '../derived/casebook.ts';
import { stimulusFor } from '../../../shared/benchmarks/taskParts.ts';
import { rowReader } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import { readMeta, readMetaText } from '../db/meta.ts';
import { shownImages, withoutChoice } from '../records/images/chosenImages.ts';
import type { Cargo, PackedItem } from './packageDatabase.ts';
import type { PackageContent, PackageOrigin } from './packageFormat.ts';
import { packStudySessions } from './packingStudySessions.ts';

/** What goes into one person's package, and what is kept of it here. */
export interface PackagePlan {
  readonly cargo: Cargo;
  /** The images' own rows: where their files are. */
  readonly images: readonly RowOf<'image'>[];
  readonly content: PackageContent;
}

const LATEST_ROUND = `WHERE person_id = ? AND round = (SELECT max(b.round) FROM assignment b
  WHERE (b.person_id, b.item_id, b.task) = (assignment.person_id, assignment.item_id, assignment.task))
  ORDER BY task, position, item_id`;

/**
 * Gathers one person's work: their assignments of each item's and task's latest round, the items in blind form, their
 * answers of those rounds, and their study sessions with what these ask. Throws `not_found` if they have nothing to do,
 * `conflict` if one part would reveal another, and `invalid_input` for models.
 */
export function pack(casebook: Casebook, personId: PersonId, origin: PackageOrigin): PackagePlan {
  const { database } = casebook;
  const person = packablePerson(casebook, personId);
  const assignments = rowReader(database, 'assignment', LATEST_ROUND).list(personId);
  const studySessions = packStudySessions(casebook, personId);
  if (assignments.length === 0 && studySessions.sessions.length === 0) {
    throw new CasebookError(
      'not_found',
      `Nothing is assigned to ${person.name}, and no open study awaits their answers.`,
      'Nothing was written. Assign items on the Team screen or with casebook assign first, or enrol them in a study.',
    );
  }
  const packer = new ItemPacker(casebook);
  for (const { annotation } of answersOf(casebook, assignments)) packer.nameEdition(annotation);
  for (const response of studySessions.responses) packer.nameEdition(response);
  const assigned = [...grouped(assignments)].flatMap(([id, own]) => packer.assigned(id, own));
  const packed = new Set(assigned.map(({ item }) => item.id));
  const asked = [...studySessions.items].flatMap(([id, purpose]) => {
    if (!packed.has(id)) return packer.asked(id, purpose);
    throw new CasebookError(
      'conflict',
      `${person.name} is assigned both to annotate an item and to answer questions about it.`,
      'Nothing was written. Withdraw the assignment, or cancel the enrolment.',
    );
  });
  // An earlier answer of theirs may lie on an image that has been replaced since.
  for (const { regions } of answersOf(casebook, assignments))
    for (const box of regions) packer.image(box.image_id);
  const all = [...assigned, ...asked];
  const images = packer.images();
  return {
    images,
    content: {
      items: all.map(({ content }) => content),
      sittings: studySessions.sessions.map(({ id }) => id),
    },
    cargo: {
      origin,
      title: readMetaText(database, 'title'),
      vocabulary: packer.vocabulary,
      person: {
        ...person,
        roles: [
          ...(assignments.length > 0 ? (['annotator'] as const) : []),
          ...(studySessions.sessions.length > 0 ? (['participant'] as const) : []),
        ],
      },
      studySessions,
      items: all.map(({ item }) => item),
      images,
      assignments,
      guidelines: rowReader(database, 'guideline', 'WHERE removed_at IS NULL ORDER BY created_at, id').list(),
      annotations: answersOf(casebook, assignments),
    },
  };
}

function packablePerson({ database }: Casebook, personId: PersonId): RowOf<'person'> {
  const [person] = rowReader(database, 'person', 'WHERE id = ?').list(personId);
  if (person === undefined)
    throw new CasebookError('not_found', 'There is no such person in this casebook.', 'Nothing was written.');
  if (person.kind !== 'human')
    throw new CasebookError('invalid_input', `${person.name} is not a person.`, 'Nothing was written.');
  return person;
}

/** An item as it goes out, and what is kept of it here. */
interface ItemInPackage {
  readonly item: PackedItem;
  readonly content: PackageContent['items'][number];
}

/** Packs items, and gathers the images that they show. */
class ItemPacker {
  readonly vocabulary: JsonObject;
  readonly #benchmark;
  readonly #itemById;
  readonly #imagesOf;
  readonly #imageById;
  readonly #images = new Map<string, RowOf<'image'>>();
  readonly #editions = new Map<string, Set<EditionId>>();
  readonly #names = new Set<string>();

  constructor({ database, benchmark }: Casebook) {
    this.vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
    this.#benchmark = benchmark;
    this.#itemById = rowReader(database, 'item', 'WHERE id = ?');
    this.#imagesOf = rowReader(database, 'item_image', 'WHERE item_id = ? ORDER BY position');
    this.#imageById = rowReader(database, 'image', 'WHERE id = ?');
  }

  /** Says which edition of its item an answer that goes out is about; items are packed afterwards. */
  nameEdition({ item_id: id, edition_id: edition }: Pick<RowOf<'response'>, 'item_id' | 'edition_id'>): void {
    if (id !== null && edition !== null)
      this.#editions.set(id, (this.#editions.get(id) ?? new Set<EditionId>()).add(edition));
  }

  /** An item that was assigned, with what each of its assignments shows; nothing where there is no such item. */
  assigned(id: ItemId, own: readonly RowOf<'assignment'>[]): ItemInPackage[] {
    return this.#itemById.list(id).map((item) => {
      const shown = withoutChoice(this.#imagesOf.list(id));
      return this.#pack(item, own, shown, this.#stimulusOf(own, item.payload));
    });
  }

  /** An item that a study asks about; nothing where there is no such item. */
  asked(id: ItemId, purpose: 'practice' | 'main'): ItemInPackage[] {
    return this.#itemById.list(id).map((item) => {
      // Practice tells the expected answers, so they have to be there.
      const stimulus =
        purpose === 'practice'
          ? item.payload
          : (this.#benchmark.baseline?.forParticipant(item.payload) ?? {});
      return this.#pack(item, [], shownImages(this.#imagesOf.list(id)), stimulus);
    });
  }

  /** Adds an image to the package. */
  image(id: string): RowOf<'image'> | undefined {
    const [image] = this.#images.has(id) ? [this.#images.get(id)] : this.#imageById.list(id);
    if (image !== undefined) this.#images.set(id, image);
    return image;
  }

  /** The images that were added so far. */
  images(): RowOf<'image'>[] {
    return [...this.#images.values()];
  }

  #pack(
    { id, edition_id: edition }: RowOf<'item'>,
    own: readonly RowOf<'assignment'>[],
    shown: readonly RowOf<'item_image'>[],
    stimulus: JsonObject,
  ): ItemInPackage {
    this.nameEdition({ item_id: id, edition_id: edition });
    const editions = [...(this.#editions.get(id) ?? [])].sort();
    const images = shown.map(({ role, image_id: imageId }) => ({ role, imageId }));
    const hashes = images.map(({ imageId }) =>
      imageId === null ? null : (this.image(imageId)?.sha256 ?? null),
    );
    return {
      item: { id, name: nameOf(own, this.#names), stimulus, images, edition, editions },
      content: {
        id,
        images: hashes,
        work: own.map(({ task, round }) => ({ task, round })),
        edition,
        editions,
      },
    };
  }

  /** What every assignment of the item gives its rater. */
  #stimulusOf(own: readonly RowOf<'assignment'>[], payload: JsonObject): JsonObject {
    const benchmark = this.#benchmark;
    return Object.fromEntries([
      ...Object.entries(benchmark.stimulus(payload)),
      ...own.flatMap(({ task: id, asked }) => {
        const task = benchmark.tasks.find((each) => each.id === id);
        return task === undefined
          ? []
          : Object.entries(stimulusFor(benchmark, task, asked, payload, this.vocabulary));
      }),
    ]);
  }
}

/** Items in the order in which the person works, each with its assignments. */
function grouped(
  assignments: readonly RowOf<'assignment'>[],
): Map<RowOf<'assignment'>['item_id'], RowOf<'assignment'>[]> {
  const groups = new Map<RowOf<'assignment'>['item_id'], RowOf<'assignment'>[]>();
  for (const each of assignments) {
    const group = groups.get(each.item_id);
    if (group === undefined) groups.set(each.item_id, [each]);
    else group.push(each);
  }
  return groups;
}

/** "Item 12" by its place in the person's work, as the Desk calls it; a second task may want the same number. */
function nameOf([first]: readonly RowOf<'assignment'>[], taken: Set<string>): string {
  const name = `Item ${String((first?.position ?? taken.size) + 1)}`;
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${String(count)}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}

/** The person's own answers of the rounds that go out, one at a time. */
function* answersOf(
  { database }: Casebook,
  assignments: readonly RowOf<'assignment'>[],
): Cargo['annotations'] {
  const own = rowReader(
    database,
    'annotation',
    'WHERE item_id = ? AND task = ? AND round = ? AND person_id = ? ORDER BY version',
  );
  const regions = rowReader(database, 'region', 'WHERE annotation_id = ? ORDER BY position, id');
  for (const { item_id: item, task, round, person_id: person } of assignments)
    for (const annotation of own.list(item, task, round, person))
      yield { annotation, regions: regions.list(annotation.id) };
}
