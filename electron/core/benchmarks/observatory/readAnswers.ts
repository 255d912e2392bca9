import { z } from 'zod';
import { ChoiceLine, PlacesLine } from '../../../../shared/benchmarks/observatory/queries/answerFile.ts';
import {
  answerOfModel,
  answerOfPerson,
  unreadable,
} from '../../../../shared/benchmarks/observatory/queries/answerLine.ts';
import { Query } from '../../../../shared/benchmarks/observatory/queries/query.ts';
import { problemsOf } from '../../../../shared/benchmarks/problems.ts';
import type { ImportRequest } from '../../../../shared/contract/importExport.ts';
import { Json, JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ReportBuilder } from '../../formats/reading/importReport.ts';
import { type AnswerIntake, type ReadAnswers } from '../../formats/answers/intake.ts';
import type { Party } from '../../formats/answers/incoming.ts';
import type { KnownItem } from '../../formats/answers/knownItems.ts';
import { parseLines } from '../../formats/answers/lines.ts';
import { identityOf, nameOfFile } from '../../formats/answers/parties.ts';

type Request = z.output<typeof ImportRequest>;

/** Questions are met in one version only, and have one step. */
const CONDITION = '';
const STEP = 'answer';

const Name = z.string().trim().min(1, 'is empty').max(200, 'is longer than 200 characters');

/** Who answered, as a line says it. */
const Who = z.looseObject({
  model: Name.nullish(),
  person: Name.nullish(),
  version: Name.nullish(),
  temperature: z.number().min(0).max(100).nullish(),
  settings: JsonObject.nullish(),
});
type Who = z.output<typeof Who>;

/** Answers in the JSON of the prompts: to questions by their names, or boxes on images of entities. */
export function answersOfObservatory(
  casebook: Casebook,
  { source, respondent: named }: Request,
): ReadAnswers {
  return async (intake, work) => {
    const { report } = intake;
    const questionFor = createQuestionFinder(casebook);
    const parties = new Map<string, Party>();
    for await (const { place, line } of parseLines(source, JsonObject, report, work)) {
      const who = shaped(Who, line, place, report);
      const asked = who === null ? null : questionOf(line, place, { intake, questionFor });
      if (who === null || asked === null) continue;
      const party = partyOf(who, named, nameOfFile(source));
      if (party === null) {
        report.skip(place, 'person', 'It names both a model and a person, or a person with a version.');
        continue;
      }
      // One object for each respondent: what is known of somebody is kept by it.
      const key = JSON.stringify(party);
      const respondent = parties.get(key) ?? party;
      parties.set(key, respondent);
      const { item, query, said } = asked;
      const answer = respondent.kind === 'human' ? answerOfPerson(query, said) : answerOfModel(said);
      if (answer === null) {
        report.skip(
          item.externalId,
          'answer',
          `${place}: a person’s answer must be a letter, a cell or boxes, as the question requires.`,
        );
        continue;
      }
      const unread = respondent.kind === 'model' ? unreadable(query, said) : null;
      if (unread !== null) report.warn(item.externalId, 'answer', unread);
      intake.answer({
        place,
        item,
        respondent,
        condition: CONDITION,
        step: STEP,
        answer,
        way: 'replace',
      });
    }
  };
}

interface AnsweredQuery {
  readonly item: KnownItem;
  readonly query: Query;
  readonly said: Json;
}

interface Finders {
  readonly intake: AnswerIntake;
  readonly questionFor: (line: PlacesLine) => readonly string[];
}

/** The question that a line answers; null, and reported, where it answers none. */
function questionOf(line: JsonObject, place: string, { intake, questionFor }: Finders): AnsweredQuery | null {
  const { report } = intake;
  if (Object.hasOwn(line, 'set')) {
    const parsed = shaped(ChoiceLine, line, place, report);
    return parsed === null ? null : asQuestion(intake, parsed.set, parsed.answer);
  }
  if (!['item', 'image', 'task'].some((key) => Object.hasOwn(line, key))) {
    report.skip(
      place,
      null,
      'It is neither an answer to a question ("set") nor boxes on an image ("item", "image", "task").',
    );
    return null;
  }
  const parsed = shaped(PlacesLine, line, place, report);
  if (parsed === null) return null;
  const [only, ...more] = questionFor(parsed);
  const name = `${parsed.item}, ${parsed.image}`;
  if (only === undefined) {
    const given = parsed.given ?? null;
    report.skip(
      name,
      'task',
      `${place}: no question of this casebook asks that (${parsed.task}${given === null ? '' : `, given ${given}`}). Import the query sets first.`,
    );
    return null;
  }
  if (more.length > 0) {
    report.skip(
      name,
      'task',
      `${place}: several questions ask that (${[only, ...more].slice(0, 5).join(', ')}). Give its "set".`,
    );
    return null;
  }
  return asQuestion(intake, only, parsed.answer);
}

function asQuestion(intake: AnswerIntake, name: string, answer: unknown): AnsweredQuery | null {
  const item = intake.item(name);
  if (item === null) return null;
  const query = Query.safeParse(item.payload);
  if (query.success) return { item, query: query.data, said: Json.parse(answer) };
  intake.report.skip(name, 'set', 'It is not a question of a perception task.');
  return null;
}

/** The questions of localisation that ask for the same, by their names. */
function createQuestionFinder({ database, benchmark }: Casebook): (line: PlacesLine) => readonly string[] {
  let known: ReadonlyMap<string, readonly string[]> | null = null;
  const read = (): ReadonlyMap<string, readonly string[]> => {
    const found = new Map<string, string[]>();
    const rows = database
      .prepare<[string], string>(
        `SELECT payload FROM item WHERE benchmark = ? AND status <> 'rejected'
           AND json_extract(payload, '$.kind') = 'localisation' ORDER BY sequence`,
      )
      .pluck();
    for (const payload of rows.iterate(benchmark.id)) {
      const query = Query.safeParse(JSON.parse(payload));
      if (!query.success || query.data.kind !== 'localisation' || query.data.item === undefined) continue;
      const { id, item, image, guidance, hint } = query.data;
      const given = guidance === 'semi-guided' ? hint : null;
      for (const name of [image, stemOf(image)]) {
        const key = JSON.stringify([item, name, guidance, given]);
        found.set(key, [...(found.get(key) ?? []), id]);
      }
    }
    return found;
  };
  return ({ item, image, task, given = null }) => {
    known ??= read();
    const named = known.get(JSON.stringify([item, image, task, given]));
    // Where an image was exported with the questions its file may have another ending.
    return named ?? known.get(JSON.stringify([item, stemOf(image), task, given])) ?? [];
  };
}

/** A file's name without its ending, told apart from every name of a file by its prefix. */
const stemOf = (image: string): string => `/${image.replace(/\.[^./]*$/u, '')}`;

/** Who a line says answered, else whom the import was told of; null where it says two things. */
function partyOf(who: Who, named: Request['respondent'], fallback: string): Party | null {
  const { person = null, model = null } = who;
  const [version, temperature, settings] = [
    who.version ?? undefined,
    who.temperature ?? undefined,
    who.settings ?? undefined,
  ];
  if (person !== null) {
    const isPlain = [model ?? undefined, version, temperature, settings].every((part) => part === undefined);
    return isPlain ? { kind: 'human', handle: person } : null;
  }
  const said = {
    version: version ?? named.version,
    temperature: temperature ?? named.temperature,
    settings: settings ?? named.settings,
  };
  return { kind: 'model', identity: identityOf(said, model ?? named.name ?? fallback) };
}

/** A line in a shape; null, and reported with the field that is wrong, where it has another. */
function shaped<T>(shape: z.ZodType<T>, line: JsonObject, place: string, report: ReportBuilder): T | null {
  const parsed = shape.safeParse(line);
  if (parsed.success) return parsed.data;
  const [first] = problemsOf(parsed.error);
  report.skip(place, first?.field ?? null, `${first?.message ?? 'It cannot be read'}.`);
  return null;
}
