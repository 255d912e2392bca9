import type { z } from 'zod';
import { matchQuestions, readAnswerEntry } from '../../../../shared/benchmarks/caughtcheating/answerFile.ts';
import {
  type JudgedFileEntry,
  readJudgedEntry,
} from '../../../../shared/benchmarks/caughtcheating/judgedFile.ts';
import type { ImportRequest } from '../../../../shared/contract/importExport.ts';
import { answerInWords, type StepAnswer } from '../../../../shared/domain/baseline.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { isJsonObject, Json } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { readSource } from '../../formats/reading/sourceFile.ts';
import type { Work } from '../../base/work.ts';
import { type AnswerIntake, type ReadAnswers } from '../../formats/answers/intake.ts';
import type { Party } from '../../formats/answers/incoming.ts';
import type { KnownItem } from '../../formats/answers/knownItems.ts';
import { identityOf, namedJudge, nameOfFile, Respondents } from '../../formats/answers/parties.ts';

type Request = z.output<typeof ImportRequest>;

/** The data set has but one version of a question. */
const CONDITION = '';
const SHOWN = 80;

/** Answers as the data set's inference script writes them. */
export function answersOfCaughtCheating(request: Request): ReadAnswers {
  const { source, respondent: named } = request;
  const respondent: Party = {
    kind: 'model',
    identity: identityOf(named, named.name ?? nameOfFile(source)),
  };
  return async (intake, work) => {
    let unanswered = 0;
    for await (const { name, value } of elements(source, 'object', intake, work)) {
      const entry = readAnswerEntry(value);
      if (entry === null) {
        intake.report.skip(nameIn(value) ?? name, null, 'It has no "data_path" or no list "answers".');
        continue;
      }
      const item = intake.item(entry.dataPath);
      if (item === null) continue;
      for (const each of entry.answers)
        if (!each.ok)
          intake.report.skip(
            entry.dataPath,
            'answers',
            `The ${ordinal(each.place)} is not a list of a kind (main_ins, p_sub_ins, r_sub_ins), a question and an answer.`,
          );
      const asked = entry.answers.filter((each) => each.ok);
      for (const [index, question] of matchQuestions(item.payload, asked).entries()) {
        const said = asked[index];
        if (said === undefined) continue;
        if (question === null) {
          intake.report.skip(entry.dataPath, said.kind, `The item does not ask “${excerpt(said.question)}”.`);
        } else {
          if (said.answer === null) unanswered += 1;
          intake.answer({
            place: `item ${name}`,
            item,
            respondent,
            condition: CONDITION,
            step: question.step,
            answer: answerOf(said.answer),
            way: 'replace',
          });
        }
      }
    }
    if (unanswered > 0)
      intake.report.warn(
        null,
        'answers',
        unanswered === 1
          ? 'One question has no answer (null): the model gave none. It counts as wrong.'
          : `${String(unanswered)} questions have no answer (null): the model gave none. They count as wrong.`,
      );
  };
}

/** An answer as a file has it; that there was none is written as null or, where the script needs a text, in words. */
function answerOf(said: string | null): StepAnswer {
  const none: StepAnswer = { kind: 'none' };
  return said === null || said === answerInWords(none, null) ? none : { kind: 'text', text: said };
}

/** Verdicts as the data set's evaluation script writes them. */
export function verdictsOfCaughtCheating(casebook: Casebook, request: Request): ReadAnswers {
  return async (intake, work) => {
    const judge = await namedJudge(request.judge);
    const respondent = respondentOf(casebook, request);
    const entries = async function* (told: boolean) {
      for await (const { name, value } of elements(request.source, 'list', intake, work, told)) {
        const entry = readJudgedEntry(value);
        if (entry.ok) yield { name, entry };
        else if (told)
          intake.report.skip(nameIn(value) ?? name, entry.field, `It cannot be read: ${entry.reason}`);
      }
    };
    // The script writes the model's answers under `p_sub_ans`. A file in which these are the expected ones throughout
    // tells nothing of what was answered.
    let repeatsExpected = false;
    for await (const { entry } of entries(false)) {
      const item = intake.item(entry.dataPath);
      if (item === null) continue;
      const written = entry.about(item.payload).decomposed.filter((each) => each.written !== null);
      if (written.length === 0) continue;
      repeatsExpected = written.every((each) => each.written === each.expected);
      if (!repeatsExpected) break;
    }
    for await (const { name, entry } of entries(true)) {
      const item = intake.item(entry.dataPath);
      if (item !== null) {
        const about = entry.about(item.payload);
        takeJudged(intake, { place: name, item, about, respondent, judge, repeatsExpected });
      }
    }
    if (repeatsExpected)
      intake.report.warn(
        null,
        'p_sub_ans, r_sub_ans',
        'They repeat the expected answers, so Casebook does not read answers to decomposed questions from them.',
      );
  };
}

function takeJudged(
  intake: AnswerIntake,
  {
    place,
    item,
    about,
    respondent,
    judge,
    repeatsExpected,
  }: {
    readonly place: string;
    readonly item: KnownItem;
    readonly about: JudgedFileEntry;
    readonly respondent: Party;
    readonly judge: Party;
    readonly repeatsExpected: boolean;
  },
): void {
  for (const { field, reason } of about.problems) intake.report.skip(item.externalId, field, reason);
  const common = { place, item, respondent, condition: CONDITION };
  const judged = new Set(about.verdicts.map(({ step }) => step));
  intake.answer({
    ...common,
    step: 'main_ins',
    answer: { kind: 'text', text: about.answer },
    way: 'complete',
  });
  for (const { question, written } of about.decomposed) {
    if (written === null && !judged.has(question.step)) continue;
    intake.answer({
      ...common,
      step: question.step,
      answer: repeatsExpected || written === null ? { kind: 'unknown' } : { kind: 'text', text: written },
      way: 'complete',
    });
  }
  for (const { step, criterion, subject, value } of about.verdicts) {
    intake.verdict({
      ...common,
      step,
      criterion,
      subject,
      judge,
      outcome: value === null ? 'unknown' : 'given',
      value,
      rationale: null,
    });
  }
}

/** Whose answers were judged: who has answered under that name, else a model of that name. */
function respondentOf(casebook: Casebook, { source, respondent: named }: Request): Party {
  const name = named.name ?? nameOfFile(source);
  const exact: Party = { kind: 'model', identity: identityOf(named, name) };
  if (named.version !== undefined || named.temperature !== undefined || named.settings !== undefined)
    return exact;
  const known = new Respondents(casebook).called(name);
  if (known !== 'several') return known ?? exact;
  throw new CasebookError(
    'invalid_input',
    `Several respondents are called "${name}".`,
    'Nothing was changed. Give the handle, or the version and temperature.',
  );
}

/**
 * The elements of a file that is one object of items or one list of them, each with what to call it. Any other file is
 * reported once.
 */
async function* elements(
  source: string,
  outline: 'object' | 'list',
  { report }: AnswerIntake,
  work: Work,
  told = true,
): AsyncGenerator<{ readonly name: string; readonly value: Json }, void> {
  const skip = (item: string, reason: string): void => {
    if (told) report.skip(item, null, reason);
  };
  const options = {
    signal: work.signal,
    progress: (done: number, total: number) => {
      work.progress('Reading', done, total);
    },
  };
  let passed: string | null = null;
  for await (const element of readSource(source, 'lists', options)) {
    if (!element.ok) {
      skip(element.where, element.reason);
      continue;
    }
    const { member, index } = element;
    if ((outline === 'object') !== (member !== null)) {
      skip(
        'the file',
        outline === 'object'
          ? 'It is a list; it must be one object with an item under each of the keys "0", "1", ….'
          : 'It is one object; it must be a list of items.',
      );
      return;
    }
    const name = member ?? `item ${String((index ?? 0) + 1)}`;
    if (outline === 'object' && index !== null) {
      // The elements of a list under one key come one by one; once is enough.
      if (passed !== name) skip(name.slice(0, SHOWN), 'It is a list; it must be an item.');
      passed = name;
      continue;
    }
    const parsed = Json.safeParse(element.value);
    if (parsed.success) yield { name, value: parsed.data };
    else skip(name.slice(0, SHOWN), 'It has a number that is too large.');
  }
}

function nameIn(value: Json): string | null {
  const name = isJsonObject(value) && Object.hasOwn(value, 'data_path') ? value['data_path'] : null;
  return typeof name === 'string' && name !== '' ? name : null;
}

const excerpt = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

function ordinal(number: number): string {
  const ending =
    number % 100 >= 11 && number % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${String(number)}${ending}`;
}
