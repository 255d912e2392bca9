import { isAnswered, withParts } from '../../../../shared/benchmarks/parts.ts';
import { isAskedToSignOff } from '../../../../shared/benchmarks/signOff.ts';
import { blankAnswer, boxesPart } from '../../../../shared/benchmarks/taskParts.ts';
import { makeDiff } from '../../../../shared/base/diff.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { AnnotationId, type ItemId, RegionId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { DocumentDiff, DocumentRecord, RegionRecord } from '../../../../shared/domain/document.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { submittedAnswer } from '../../derived/submitted.ts';
import type { DocumentKey } from '../../records/answers/annotationTable.ts';
import { type AnnotationRow, type ItemState, recordsOf } from '../../records/answers/annotations.ts';
import type { CaseFile, Cases } from './case.ts';
import { startOfDecision } from './draft.ts';

interface DecidedAnswer {
  readonly answer: JsonObject;
  readonly regions: readonly RegionRecord[];
}

/** Drafts of decisions: begun, gone on with, and completed when they are decided. */
export class DecisionDrafts {
  readonly #casebook: Casebook;
  readonly #cases: Cases;
  readonly #annotations;
  readonly #ratingsSeen;
  readonly #earlierGoldSeen;

  constructor(casebook: Casebook, cases: Cases) {
    this.#casebook = casebook;
    this.#cases = cases;
    this.#annotations = casebook.records.annotations;
    this.#ratingsSeen = casebook.database
      .prepare<[string, string, string, string], string | null>(
        `SELECT detail ->> 'ratings' FROM event WHERE item_id = ? AND task = ? AND person_id = ? AND kind = 'begin'
         AND detail ->> 'decision' = ? ORDER BY sequence DESC LIMIT 1`,
      )
      .pluck();
    this.#earlierGoldSeen = casebook.database
      .prepare<[string, string, string, string], number>(
        `SELECT 1 FROM event WHERE item_id = ? AND task = ? AND person_id = ? AND kind = 'begin'
         AND detail ->> 'decision' = ? AND detail ->> 'earlierGold' = 'shown' LIMIT 1`,
      )
      .pluck();
  }

  /** Sees to it that there is a draft of the decision to edit, and notes which ratings it is about. */
  begin(file: CaseFile, key: DocumentKey): void {
    const latest = this.#annotations.latest(key);
    const item = this.#annotations.item(key.itemId);
    if (item === undefined) throw new CasebookError('not_found', 'There is no such item in this casebook.');
    const own =
      latest?.editionId === item.editionId && this.#casebook.records.isOfDecision(key, latest)
        ? latest
        : null;
    if (own?.state === 'draft') {
      this.#continue(file, key, own.id);
      return;
    }
    const start =
      own === null
        ? this.#start(file, item)
        : { answer: own.answer, regions: this.#annotations.regions(own.id) };
    const decided = { ...start, answer: this.#withSignOffs(file, start.answer, own) };
    const diff = latest?.state === 'draft' ? this.#displacing(latest, decided) : undefined;
    const id = this.#write(file, key, item, latest, decided);
    this.#casebook.records.signOffs.tie(id, file.task, decided.answer, key.itemId);
    this.#casebook.derived.items.reindex(key.itemId);
    this.#note(file, key, id, diff);
  }

  #continue(file: CaseFile, key: DocumentKey, draft: AnnotationId): void {
    const isShownAnew = this.#casebook.records.showsEarlierGold() && !this.wasShown(file, key, draft);
    if (isShownAnew || !this.hasSeen(file, key, draft)) this.#note(file, key, draft);
  }

  /** What they had begun as a rater goes into the log. */
  #displacing({ id, answer }: AnnotationRow, decided: DecidedAnswer): DocumentDiff {
    return makeDiff<DocumentRecord>(
      recordsOf(answer, this.#annotations.regions(id), []),
      recordsOf(decided.answer, decided.regions, []),
    );
  }

  /** Writes the draft, in the place of one that they had begun as a rater. */
  #write(
    { asked }: CaseFile,
    key: DocumentKey,
    item: ItemState,
    latest: AnnotationRow | undefined,
    { answer, regions }: DecidedAnswer,
  ): AnnotationId {
    const id = latest?.state === 'draft' ? latest.id : AnnotationId.parse(this.#casebook.ports.newId());
    // One more than another window of theirs may still know.
    const revision = latest === undefined ? item.editionNumber - 1 : latest.revision + 1;
    if (latest?.state === 'draft') this.#annotations.replaceWithDecision(id, answer, revision, asked);
    else
      this.#annotations.insertDraft({
        id,
        key,
        itemRevision: item.revision,
        version: (latest?.version ?? 0) + 1,
        previousId: latest?.id ?? null,
        answer,
        revision,
        independent: false,
        asked,
      });
    this.#annotations.insertRegions(id, regions);
    return id;
  }

  /** Whether the ratings are those that the decision's draft was last opened on: a letter is another's otherwise. */
  hasSeen(file: CaseFile, { itemId, task, personId }: DocumentKey, draft: AnnotationId): boolean {
    return this.#ratingsSeen.get(itemId, task, personId, draft) === JSON.stringify(ratingsIn(file));
  }

  /**
   * Whether somebody could see the earlier gold before their decision: the casebook showed it while they had the draft
   * open, or the case was decided before, which showed it to everybody.
   */
  wasShown(file: CaseFile, { itemId, task, personId }: DocumentKey, draft: AnnotationId): boolean {
    return file.rows.length > 0 || this.#earlierGoldSeen.get(itemId, task, personId, draft) !== undefined;
  }

  /**
   * Completes a draft that is about to be decided: what nobody was asked for is as it is in force, and what is not asked,
   * given the rest of it, is left out.
   */
  complete(file: CaseFile, draft: AnnotationRow): DecidedAnswer {
    const { task, vocabulary } = file;
    const whole = this.#withUnaskedParts(file, draft);
    const submitted = submittedAnswer(task, whole, vocabulary);
    if (submitted === null) return whole;
    this.#annotations.updateDraft(draft.id, submitted.answer, draft.revision, 0);
    this.#annotations.replaceRegions(draft.id, submitted.regions);
    return { answer: submitted.answer, regions: this.#annotations.regions(draft.id) };
  }

  #withUnaskedParts({ task, asked, vocabulary }: CaseFile, draft: AnnotationRow): DecidedAnswer {
    if (asked === null) return { answer: draft.answer, regions: this.#annotations.regions(draft.id) };
    const inForce = this.#inForce(draft.itemId);
    const answer = withParts(inForce.answer, draft.answer, asked);
    this.#annotations.updateDraft(draft.id, answer, draft.revision, 0);
    const boxes = boxesPart(task, vocabulary);
    if (boxes !== null && !isAnswered(asked, boxes))
      this.#annotations.replaceRegions(
        draft.id,
        inForce.regions.map((region) => ({ ...region, id: RegionId.parse(this.#casebook.ports.newId()) })),
      );
    return { answer, regions: this.#annotations.regions(draft.id) };
  }

  #start(file: CaseFile, { id, payload }: ItemState): DecidedAnswer {
    const { task, shown, asked, vocabulary } = file;
    return startOfDecision(task, shown, {
      blank: blankAnswer(this.#casebook.benchmark, task, asked, payload, vocabulary),
      // What nobody was asked for comes with the decision.
      gold: this.#cases.isHidden(file) ? { answer: {}, regions: [] } : this.#inForce(id),
      vocabulary,
      newId: this.#casebook.ports.newId,
      sameBox: this.#casebook.records.settings.current().sameBox,
    });
  }

  /**
   * It signs off what all of those that it rests on did, as far as they were asked.
   * @param own their own decision; null: it rests on the ratings
   */
  #withSignOffs({ key, task, columns }: CaseFile, begun: JsonObject, own: AnnotationRow | null): JsonObject {
    const { signOffs } = this.#casebook.records;
    const restsOn: readonly Pick<AnnotationRow, 'asked' | 'signedOffImages'>[] =
      own === null
        ? columns.map(({ rating }) => ({
            asked: rating.asked,
            signedOffImages: signOffs.givenBy(rating.annotationId),
          }))
        : [own];
    return restsOn.reduce(
      (answer, { asked, signedOffImages }) =>
        isAskedToSignOff(task, asked)
          ? signOffs.answerInForce(task, answer, signedOffImages, signOffs.imagesOf(key.itemId))
          : answer,
      begun,
    );
  }

  #inForce(itemId: ItemId): DecidedAnswer {
    return this.#casebook.derived.gold.read(itemId) ?? { answer: {}, regions: [] };
  }

  #note(
    file: CaseFile,
    { itemId, task, round, personId }: DocumentKey,
    decision: AnnotationId,
    diff?: DocumentDiff,
  ): void {
    this.#casebook.records.log({
      kind: 'begin',
      personId,
      itemId,
      task,
      round,
      detail: {
        decision,
        ratings: ratingsIn(file),
        ...(this.#casebook.records.showsEarlierGold() && { earlierGold: 'shown' }),
      },
      ...(diff !== undefined && { diff }),
    });
  }
}

const ratingsIn = ({ columns }: CaseFile): string[] => columns.map(({ rating }) => rating.annotationId);
