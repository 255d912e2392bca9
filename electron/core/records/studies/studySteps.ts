import type { Baseline } from '../../../../shared/benchmarks/baseline.ts';
import { translatedSteps } from '../../../../shared/benchmarks/translatedSteps.ts';
import type { StoredStudySettings, StudySettings } from '../../../../shared/contract/studies.ts';
import type { AnswerKind, BaselineStep, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { stepsOfPart } from '../../../../shared/domain/followUps.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { isOf, type ItemTranslation } from '../../../../shared/domain/itemTranslation.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { ParticipantLanguage } from '../../../../shared/domain/participantLanguage.ts';
import type { ResponsePurpose } from '../../../../shared/domain/status.ts';
import type { PlanEntry } from '../../../../shared/domain/study.ts';
import { benchmarkWords } from '../../../../shared/participantTexts/benchmarkWords.ts';
import { participantTexts } from '../../../../shared/participantTexts/texts.ts';
import type { CasebookFiles } from '../casebook.ts';
import type { ShownImage, StudySession, StudySessionRows } from './studySessions.ts';

/** A step as a participant gets it: options and images in their own order. */
export interface AskedStep extends BaselineStep {
  readonly entry: number;
  readonly purpose: ResponsePurpose;
  /** Null at a question about no item: an attention check, or a question of the end. */
  readonly item: { readonly id: ItemId; readonly revision: number } | null;
  readonly condition: string;
  readonly images: readonly ShownImage[];
}

/** The words of a step as its participant reads them. */
export interface ShownWords extends Pick<BaselineStep, 'prompt' | 'answer' | 'notes'> {
  /** The language of the item's question; undefined in a study in English, and of a question about no item. */
  readonly language: ParticipantLanguage | undefined;
}

/** A question about no item: an attention check, or one of the end. */
export interface PlainQuestion {
  /** The id of its only step. */
  readonly step: string;
  readonly title: string;
  readonly prompt: string;
  readonly answer: AnswerKind;
  /** The item whose images are shown with it. */
  readonly image: ItemId | null;
}

/** What an entry asks that is about no item; null where it asks nothing of the kind. */
export function plainQuestion(settings: StudySettings, planned: PlanEntry | undefined): PlainQuestion | null {
  const among = (texts: readonly string[]): AnswerKind => ({
    kind: 'choice',
    options: texts.map((text, place) => ({ id: String(place), text })),
    permute: false,
  });
  if (planned?.kind === 'attention') {
    const check = settings.attention.checks[planned.check];
    if (check === undefined) return null;
    const { prompt, options, image } = check;
    return {
      step: 'check',
      title: 'A question in between',
      prompt,
      answer: among(options),
      image: image ?? null,
    };
  }
  if (planned?.kind !== 'question') return null;
  const question = settings.questionnaire?.[planned.question];
  if (question === undefined) return null;
  const { prompt, options } = question;
  return {
    step: 'question',
    title: 'A question at the end',
    prompt,
    answer: options.length === 0 ? { kind: 'text', noEvidence: 'No answer' } : among(options),
    image: null,
  };
}

interface ItemRow {
  readonly revision: number;
  readonly payload: string;
}

interface KnownSteps {
  readonly revision: number;
  readonly steps: readonly BaselineStep[];
}

/** What participants of an open casebook are asked. */
export class StudySessionSteps {
  readonly #casebook: CasebookFiles;
  readonly #rows: StudySessionRows;
  readonly #revisionOf;
  readonly #itemOf;
  // The same item is asked of everybody: its steps are worked out once a revision.
  readonly #known = new Map<string, KnownSteps>();
  // The settings are the same object as long as they are the same.
  readonly #byItem = new WeakMap<StoredStudySettings, ReadonlyMap<string, readonly ItemTranslation[]>>();

  constructor(casebook: CasebookFiles, rows: StudySessionRows) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#rows = rows;
    this.#revisionOf = database.prepare<[string], number>('SELECT revision FROM item WHERE id = ?').pluck();
    this.#itemOf = database.prepare<[string], ItemRow>('SELECT revision, payload FROM item WHERE id = ?');
  }

  /** An entry's images in this participant's order. */
  images({ plan, settings }: StudySession, at: number): readonly ShownImage[] {
    const entry = plan[at];
    const shown = plainQuestion(settings, entry)?.image ?? null;
    if (shown !== null) return this.#rows.images(shown);
    if (entry?.kind !== 'item') return [];
    const found = this.#rows.images(entry.itemId);
    // An image that came after the plan was made goes to the end.
    const order = [...new Set([...entry.images, ...found.keys()])];
    return order.map((place) => found[place]).filter((image) => image !== undefined);
  }

  /** The ids of an entry's steps in their order; none where it is only to be read, or its item is gone. */
  idsOf({ plan, settings }: StudySession, entry: number): readonly string[] {
    const planned = plan[entry];
    if (planned?.kind === 'item')
      return stepsOfPart(this.#stepsOf(planned.itemId, planned.condition).steps, planned.part).map(
        ({ id }) => id,
      );
    const plain = plainQuestion(settings, planned);
    return plain === null ? [] : [plain.step];
  }

  /** One step. Throws `not_found` where there is no such one. */
  step(studySession: StudySession, entry: number, id: string): AskedStep {
    const { plan, settings } = studySession;
    const planned = plan[entry];
    const plain = plainQuestion(settings, planned);
    if (plain?.step === id) {
      const { title, prompt, answer } = plain;
      return {
        entry,
        id,
        purpose: 'attention',
        item: null,
        condition: '',
        title,
        prompt,
        answer,
        images: this.images(studySession, entry),
      };
    }
    if (planned?.kind === 'item') {
      const { steps, revision } = this.#stepsOf(planned.itemId, planned.condition);
      const step = stepsOfPart(steps, planned.part).find((each) => each.id === id);
      if (step !== undefined) {
        return {
          ...step,
          answer: inOwnOrder(step.answer, planned.options[id] ?? [], planned.images),
          entry,
          purpose: planned.purpose,
          item: { id: planned.itemId, revision },
          condition: planned.condition,
          images: this.images(studySession, entry),
        };
      }
    }
    throw new CasebookError('not_found', 'There is no such question in this study session.');
  }

  /** A step in the study's language, where its item is translated; as it is written where not. */
  shown({ plan, settings }: StudySession, asked: AskedStep): ShownWords {
    const { language = 'en' } = settings;
    const own = this.#translated(settings, asked);
    const planned = plan[asked.entry];
    if (own === undefined || planned?.kind !== 'item')
      return { ...asked, language: language === 'en' || asked.item === null ? undefined : 'en' };
    const { prompt, answer, notes } = own;
    return {
      prompt,
      answer: inOwnOrder(answer, planned.options[asked.id] ?? [], planned.images),
      ...(notes !== undefined && { notes }),
      language,
    };
  }

  /** Whether the answers to a practice item are as expected, and what was. Needs the whole item. */
  feedback(
    { itemId, condition }: Extract<PlanEntry, { kind: 'item' }>,
    answers: Readonly<Record<string, StepAnswer>>,
  ): ReturnType<Baseline['feedback']> {
    return this.#baseline().feedback(this.#payloadOf(itemId), condition, answers);
  }

  /** Whether an answer is the expected one; null where that is not known, or the step counts and nobody is to tell. */
  isExpected(
    { plan, settings }: StudySession,
    { entry, id }: AskedStep,
    answers: Readonly<Record<string, StepAnswer>>,
  ): boolean | null {
    const planned = plan[entry];
    const answer = answers[id];
    if (planned?.kind === 'attention') {
      const expected = settings.attention.checks[planned.check]?.expected;
      return answer?.kind === 'choice' && answer.option === String(expected);
    }
    if (planned?.kind !== 'item' || planned.purpose !== 'practice') return null;
    const told = this.#baseline().feedback(this.#payloadOf(planned.itemId), planned.condition, answers);
    return told.find(({ step }) => step === id)?.correct ?? null;
  }

  #baseline(): Baseline {
    if (this.#casebook.benchmark.baseline !== undefined) return this.#casebook.benchmark.baseline;
    throw new CasebookError(
      'not_found',
      `${this.#casebook.benchmark.title} has no questions for participants.`,
    );
  }

  #payloadOf(id: ItemId): JsonObject {
    const row = this.#itemOf.get(id);
    if (row === undefined) throw new CasebookError('not_found', 'The item is not in this casebook.');
    return JsonObject.parse(JSON.parse(row.payload));
  }

  #stepsOf(id: ItemId, condition: string): KnownSteps {
    const revision = this.#revisionOf.get(id);
    if (revision === undefined) return { revision: 1, steps: [] };
    const key = `${id} ${condition}`;
    const before = this.#known.get(key);
    if (before?.revision === revision) return before;
    const found = { revision, steps: this.#baseline().steps(this.#payloadOf(id), condition) };
    this.#known.set(key, found);
    return found;
  }

  #translationsOf(settings: StoredStudySettings, itemId: ItemId): readonly ItemTranslation[] {
    const grouped =
      this.#byItem.get(settings) ??
      Map.groupBy(
        (settings.translations ?? []).filter(({ language }) => language === settings.language),
        (each) => each.itemId,
      );
    this.#byItem.set(settings, grouped);
    return grouped.get(itemId) ?? [];
  }

  #translated(settings: StoredStudySettings, { id, item, condition }: AskedStep): BaselineStep | undefined {
    const { language = 'en', replacedTexts } = settings;
    const translations = item === null ? [] : this.#translationsOf(settings, item.id);
    if (item === null || translations.length === 0) return undefined;
    const say = participantTexts(language, replacedTexts);
    return translatedSteps(
      this.#baseline(),
      this.#payloadOf(item.id),
      condition,
      (text) => benchmarkWords(say, text),
      ({ field, text }) => translations.find((each) => each.field === field && isOf(each, text))?.text,
    )?.find((each) => each.id === id);
  }
}

/** How a step is answered, its options and images in a participant's own order; new ones, if any, come last. */
function inOwnOrder(
  answer: BaselineStep['answer'],
  order: readonly string[],
  imageOrder: readonly number[],
): BaselineStep['answer'] {
  const placed = <T extends { readonly id: string }>(options: readonly T[]): T[] => {
    const place = ({ id }: T): number => (order.includes(id) ? order.indexOf(id) : order.length);
    return [...options].sort((a, b) => place(a) - place(b));
  };
  if (answer.kind === 'choice' || answer.kind === 'choices')
    return { ...answer, options: placed(answer.options) };
  if (answer.kind !== 'matching') return answer;
  const places = [...new Set([...imageOrder, ...answer.images.keys()])];
  return {
    ...answer,
    texts: placed(answer.texts),
    images: places.map((place) => answer.images[place]).filter((image) => image !== undefined),
  };
}
