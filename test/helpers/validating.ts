import type { Services } from '../../electron/core/app/services.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import { type DocumentRecord, fieldRecords, imagesOf, toRecords } from '../../shared/domain/document.ts';
import { EditionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { assignment } from './assignment.ts';
import { itemBy, personBy } from './branches.ts';

/** The task of benchmarks of generated items. */
export const VALIDATE = 'validate';

/** Gives every item to ana and bojan, as the curator mara. */
export function assign(services: Services, round: number): void {
  services.assignments.assign(
    assignment({
      items: { filter: {} },
      task: VALIDATE,
      people: ['ana', 'bojan'].map((handle) => personBy(services, handle).id),
      overlap: 2,
      round,
    }),
    services.viewpoint(personBy(services, 'mara')),
  );
}

/** Answers as somebody, in the round that is theirs to answer, and submits. */
export function answer(services: Services, handle: string, item: string, fields: JsonObject): void {
  const person = personBy(services, handle);
  const viewpoint = services.viewpoint(person);
  const itemId = itemBy(services, item);
  const round = services.annotations.roundFor(itemId, VALIDATE, person.id);
  const key = { itemId, task: VALIDATE, round, personId: person.id };
  const { records, revision } = services.annotations.open(key, viewpoint);
  const before = Object.fromEntries(
    Object.values(records).flatMap((record) =>
      record.type === 'field' ? [[record.name, record.value]] : [],
    ),
  );
  const next = toRecords([...fieldRecords({ ...before, ...fields }), ...imagesOf(records)]);
  const edited = services.annotations.edit(
    key,
    { revision, diff: makeDiff<DocumentRecord>(records, next), mark: 'm', activeMilliseconds: 5 },
    viewpoint,
  );
  services.annotations.submit(key, edited.revision, viewpoint);
}

export const ACCEPT: JsonObject = { verdict: 'accept', relations: ['PR1'], operator: 'OP1' };
export const REJECT: JsonObject = { verdict: 'reject', reason: 'duplicate' };

const editionOf = ({ casebook: { database } }: Services, item: string): EditionId | null =>
  EditionId.nullable().parse(
    database.prepare('SELECT edition_id FROM item WHERE external_id = ?').pluck().get(item),
  );

/** The curator gives the item another question. */
export function fix(services: Services, item: string, question: string, by = 'mara'): void {
  services.validation.fix(
    {
      itemId: itemBy(services, item),
      edition: editionOf(services, item),
      texts: { question },
      reason: `Because ${question}`,
      annotationId: null,
    },
    services.viewpoint(personBy(services, by)),
  );
}
