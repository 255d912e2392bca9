import { beginsWithObject, type Format, hasKeys } from '../format.ts';
import { answerLine, verdictLines as verdictsOn } from './exportLines.ts';
import { answersOfLines, verdictsOfLines } from './readLines.ts';

/** Every answer of people and models, one a line. */
export const answerLines: Format = {
  description: {
    id: 'answers-jsonl',
    title: 'Answers as JSON Lines',
    reads: 'JSON Lines with item, respondent, step and answer (condition, version, temperature, settings)',
    writes: 'every answer of people and models: a .jsonl file, or a folder with answers.jsonl',
    source: 'file',
    target: 'folder',
    carries: 'answers',
  },
  position: 700,
  fits: ({ baseline }) => baseline !== undefined,
  recognition: {
    order: 50,
    file: (head) => beginsWithObject(head) && hasKeys(head, 'item', 'step', 'answer'),
  },
  reads: { of: 'answers', read: answersOfLines },
  writes: {
    of: 'answers',
    layout: 'lines',
    file: 'answers.jsonl',
    lines: ({ read, leftOut }, item, answers) =>
      answers.flatMap((answer) => {
        const respondent = read.somebody(answer.personId);
        const line = answerLine(item, respondent, answer, read.images(answer));
        if (line === null)
          leftOut.push({
            item: `${item.externalId}, ${answer.step}`,
            reason: `The answer of ${respondent.handle} is not known.`,
          });
        return line === null ? [] : [line];
      }),
  },
};

/** Every verdict and decision, one a line. */
export const verdictLines: Format = {
  description: {
    id: 'verdicts-jsonl',
    title: 'Verdicts as JSON Lines',
    reads:
      'JSON Lines with item, respondent, criterion, value, judge and rationale (step, subject, condition, refusal, judge_version, instruction_hash, temperature)',
    writes:
      'every verdict, decision and accepted verdict, with its source: a .jsonl file, or a folder with verdicts.jsonl',
    source: 'file',
    target: 'folder',
    carries: 'verdicts',
  },
  position: 710,
  fits: ({ judging }) => judging !== undefined,
  recognition: {
    order: 40,
    file: (head) => beginsWithObject(head) && hasKeys(head, 'item', 'respondent', 'criterion'),
  },
  reads: { of: 'answers', read: verdictsOfLines },
  writes: {
    of: 'answers',
    layout: 'lines',
    file: 'verdicts.jsonl',
    lines: ({ read }, item, answers) => answers.flatMap((answer) => verdictsOn(read, item, answer)),
  },
};
