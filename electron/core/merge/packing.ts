import { CasebookError } from '../../../shared/base/errors.ts';
import type { EditionId, PersonId } from '../../../shared/base/ids.ts';
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
 * Gathers one person's work: the assignments of their latest round of every item and task, the items in their blind
 * form, the person's own answers of those rounds, and their study sessions with what is asked in them. Throws `not_found`
 * where there is nothing for them to do, `conflict` where the one would give the other away, and `invalid_input` for
 * anybody who is not a person.
 */
export function pack(casebook: Casebook, personId: PersonId, origin: PackageOrigin): PackagePlan {
  const { database, benchmark } = casebook;
  const [person] = rowReader(database, 'person', 'WHERE id = ?').list(personId);
  if (person === undefined)
    throw new CasebookError('not_found', 'There is no such person in this casebook.', 'Nothing was written.');
  if (person.kind !== 'human')
    throw new CasebookError('invalid_input', `${person.name} is not a person.`, 'Nothing was written.');
  const assignments = rowReader(database, 'assignment', LATEST_ROUND).list(personId);
  const studySessions = packStudySessions(casebook, personId);
  if (assignments.length === 0 && studySessions.sessions.length === 0) {
    throw new CasebookError(
      'not_found',
      `Nothing is assigned to ${person.name}, and no open study awaits their answers.`,
      'Nothing was written. Assign items on the Team screen or with casebook assign first, or enrol them in a study.',
    );
  }
  const itemById = rowReader(database, 'item', 'WHERE id = ?');
  const imagesOf = rowReader(database, 'item_image', 'WHERE item_id = ? ORDER BY position');
  const imageById = rowReader(database, 'image', 'WHERE id = ?');
  const images = new Map<string, RowOf<'image'>>();
  const imageOf = (id: string): RowOf<'image'> | undefined => {
    const [image] = images.has(id) ? [images.get(id)] : imageById.list(id);
    if (image !== undefined) images.set(id, image);
    return image;
  };
  const named = new Map<string, Set<EditionId>>();
  const name = (itemId: string | null, edition: EditionId | null): void => {
    if (itemId !== null && edition !== null)
      named.set(itemId, (named.get(itemId) ?? new Set<EditionId>()).add(edition));
  };
  for (const { annotation } of answersOf(casebook, assignments))
    name(annotation.item_id, annotation.edition_id);
  for (const response of studySessions.responses) name(response.item_id, response.edition_id);
  const editionsOf = ({
    id,
    edition_id: edition,
  }: RowOf<'item'>): { edition: EditionId | null; editions: EditionId[] } => {
    name(id, edition);
    return { edition, editions: [...(named.get(id) ?? [])].sort() };
  };
  const vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
  /** What every assignment of the item gives its rater. */
  const stimulusOf = (own: readonly RowOf<'assignment'>[], payload: JsonObject): JsonObject =>
    Object.fromEntries([
      ...Object.entries(benchmark.stimulus(payload)),
      ...own.flatMap(({ task: id, asked }) => {
        const task = benchmark.tasks.find((each) => each.id === id);
        return task === undefined
          ? []
          : Object.entries(stimulusFor(benchmark, task, asked, payload, vocabulary));
      }),
    ]);
  const items: PackedItem[] = [];
  const names = new Set<string>();
  const content: PackageContent['items'] = [];
  for (const [id, own] of grouped(assignments)) {
    const [item] = itemById.list(id);
    if (item === undefined) continue;
    const shown = withoutChoice(imagesOf.list(id));
    const hashes = shown.map(({ image_id: imageId }) =>
      imageId === null ? null : (imageOf(imageId)?.sha256 ?? null),
    );
    items.push({
      id,
      name: nameOf(own, names),
      stimulus: stimulusOf(own, item.payload),
      images: shown.map(({ role, image_id: imageId }) => ({ role, imageId })),
      ...editionsOf(item),
    });
    content.push({
      id,
      images: hashes,
      work: own.map(({ task, round }) => ({ task, round })),
      ...editionsOf(item),
    });
  }
  for (const [id, purpose] of studySessions.items) {
    const [item] = itemById.list(id);
    if (item === undefined) continue;
    if (content.some((packed) => packed.id === id)) {
      throw new CasebookError(
        'conflict',
        `${person.name} is assigned both to annotate an item and to answer questions about it.`,
        'Nothing was written. Withdraw the assignment, or cancel the enrolment.',
      );
    }
    const shown = shownImages(imagesOf.list(id));
    items.push({
      id,
      name: nameOf([], names),
      // Practice tells the expected answers, so they have to be there.
      stimulus:
        purpose === 'practice' ? item.payload : (benchmark.baseline?.forParticipant(item.payload) ?? {}),
      images: shown.map(({ role, image_id: imageId }) => ({ role, imageId })),
      ...editionsOf(item),
    });
    content.push({
      id,
      images: shown.map(({ image_id: imageId }) =>
        imageId === null ? null : (imageOf(imageId)?.sha256 ?? null),
      ),
      work: [],
      ...editionsOf(item),
    });
  }
  // An earlier answer of theirs may lie on an image that has been replaced since.
  for (const { regions } of answersOf(casebook, assignments))
    for (const box of regions) imageOf(box.image_id);
  return {
    images: [...images.values()],
    content: { items: content, sittings: studySessions.sessions.map(({ id }) => id) },
    cargo: {
      origin,
      title: readMetaText(database, 'title'),
      vocabulary,
      person: {
        ...person,
        roles: [
          ...(assignments.length > 0 ? (['annotator'] as const) : []),
          ...(studySessions.sessions.length > 0 ? (['participant'] as const) : []),
        ],
      },
      studySessions,
      items,
      images: [...images.values()],
      assignments,
      guidelines: [
        ...rowReader(database, 'guideline', 'WHERE removed_at IS NULL ORDER BY created_at, id').all(),
      ],
      annotations: answersOf(casebook, assignments),
    },
  };
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
