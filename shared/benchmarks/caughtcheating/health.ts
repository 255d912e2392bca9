import { counted, formatCount } from '../../base/counts.ts';
import type { HealthFinding, HealthItem } from '../benchmark.ts';
import { classBalance, constantAnswers, smallSamples } from '../health/answers.ts';
import { boxPositionPrior, largeBoxes, missingBoxes, relativeBoxes } from '../health/boxes.ts';
import { differenceFinding } from '../health/differences.ts';
import { duplicateTexts } from '../health/duplicateTexts.ts';
import { classWords, oneClassTexts, rareTexts } from '../health/giveaways.ts';
import { imageFindings } from '../health/images.ts';
import { bySeverity, groupBy, groupsOf, labelledEntries } from '../health/report.ts';
import { unusualShapes } from '../health/shapes.ts';
import { skewFinding } from '../health/skew.ts';
import { spellingVariants } from '../health/spelling.ts';
import { urlFindings } from '../health/urls.ts';
import { claimWordings } from './claimFindings.ts';
import { clueFindings } from './clueFindings.ts';
import { CaughtCheatingAnswer, CaughtCheatingPayload } from './schema.ts';
import { DETERMINISTIC_CLUE } from './kinds.ts';

/** A deterministic clue is a small thing; from a quarter of the photo on, the box points at the scene. */
const LARGEST_CLUE = 0.25;

interface Subject {
  readonly id: string;
  readonly label: string | null;
  readonly item: HealthItem;
  readonly answer: CaughtCheatingAnswer;
  readonly url: string;
  readonly path: string;
}

/**
 * What a reader of the benchmark could exploit or a reviewer object to, the most serious first. Discarded
 * candidates are not part of the benchmark and are left out.
 */
export function health(items: readonly HealthItem[]): readonly HealthFinding[] {
  const subjects = items.map(subjectOf).filter(({ answer }) => answer.triage !== 'discard');
  const clued = subjects.filter(({ answer }) => answer.label === true);
  const single = [
    classBalance(subjects),
    ...claimFindings(subjects),
    skewFinding(
      'scene-skew',
      'scene',
      attribute(subjects, ({ scene }) => scene),
    ),
    skewFinding(
      'partner-skew',
      'partner',
      attribute(subjects, ({ partner }) => partner),
    ),
    constantDecomposedAnswers(clued),
    pathTellsClass(subjects),
    metricSupport(clued),
    smallSamples([
      { name: 'clued items', items: clued.length },
      { name: 'unclued items', items: subjects.filter(({ answer }) => answer.label === false).length },
      ...[...groupBy(clued, ({ answer }) => answer.scene ?? 'no scene')].map(([scene, own]) => ({
        name: `clued items, ${scene}`,
        items: own.length,
      })),
    ]),
    unusualShapes(subjects.map(({ id, label, item }) => ({ id, label, payload: item.payload }))),
  ];
  return bySeverity([
    ...imageFindings(subjects),
    ...single.flatMap((finding) => finding ?? []),
    ...urlFindings(subjects.filter(({ url }) => url !== '')),
    ...textFindings(clued),
    ...clueFindings(
      clued.map(({ id, answer: { partner, clues } }) => ({
        id,
        partner,
        deterministic: clues.filter(({ deterministic }) => deterministic).map(({ text }) => text),
        others: clues.filter(({ deterministic }) => !deterministic).map(({ text }) => text),
      })),
    ),
    ...boxFindings(clued),
  ]);
}

function subjectOf(item: HealthItem): Subject {
  const answer = CaughtCheatingAnswer.parse(item.answer);
  const { url = '', data_path: path = '' } = CaughtCheatingPayload.parse(item.payload);
  const label = answer.label === null ? null : answer.label ? 'clued' : 'unclued';
  return { id: item.id, label, item, answer, url, path };
}

function attribute(
  subjects: readonly Subject[],
  valueOf: (answer: CaughtCheatingAnswer) => string | null,
): { id: string; label: string; key: string }[] {
  return labelledEntries(subjects).flatMap(({ id, label, answer }) => {
    const key = valueOf(answer);
    return key === null || key === '' ? [] : [{ id, label, key }];
  });
}

function claimFindings(subjects: readonly Subject[]): (HealthFinding | null)[] {
  const claims = attribute(subjects, ({ claim }) => claim).map(({ id, label, key }) => ({
    id,
    label,
    text: key,
  }));
  return [
    oneClassTexts('one-class-claims', 'claim question', claims),
    rareTexts('rare-claims', 'claim question', claims),
    classWords('claim-words', 'claim question', claims),
    claimWordings(claims),
    differenceFinding(
      'claim-length-difference',
      'length of the claim question',
      'characters',
      claims.map(({ id, label, text }) => ({ id, label, value: text.length })),
    ),
  ];
}

function constantDecomposedAnswers(clued: readonly Subject[]): HealthFinding | null {
  return constantAnswers(
    'constant-answers',
    'decomposed questions',
    clued.flatMap(({ id, answer: { perception, reasoning } }) =>
      [...perception, ...reasoning].map(({ answer }) => ({ id, answer })),
    ),
  );
}

function textFindings(clued: readonly Subject[]): HealthFinding[] {
  const texts = (
    textsOf: (answer: CaughtCheatingAnswer) => readonly string[],
  ): { id: string; text: string }[] =>
    clued.flatMap(({ id, answer }) => textsOf(answer).map((text) => ({ id, text })));
  const clues = (deterministic: boolean) =>
    texts((answer) =>
      answer.clues.filter((clue) => clue.deterministic === deterministic).map(({ text }) => text),
    );
  const perception = texts((answer) => answer.perception.map(({ question }) => question));
  const reasoning = texts((answer) => answer.reasoning.map(({ question }) => question));
  const spelling = spellingVariants([
    ...texts(({ claim, clues }) => [claim, ...clues.map(({ text }) => text)]),
    ...perception,
    ...reasoning,
  ]);
  return [
    ...duplicateTexts('deterministic-clues', 'deterministic clue', clues(true)),
    ...duplicateTexts('non-deterministic-clues', 'non-deterministic clue', clues(false)),
    ...duplicateTexts('perception-questions', 'perception question', perception),
    ...duplicateTexts('reasoning-questions', 'reasoning question', reasoning),
    ...(spelling === null ? [] : [spelling]),
  ];
}

/** Paths whose folder or name says the class: part of the format, but nothing a model may be shown. */
function pathTellsClass(subjects: readonly Subject[]): HealthFinding | null {
  const named = labelledEntries(subjects).filter(({ path }) => path !== '');
  const telling = groupBy(named, ({ path }) => path.replaceAll(/\d+/gu, 'N'));
  const classes = new Set(named.map(({ label }) => label)).size;
  const tells = [...telling.values()].every((own) => new Set(own.map(({ label }) => label)).size === 1);
  if (classes < 2 || !tells || telling.size > named.length / 2) return null;
  return {
    kind: 'path-tells-class',
    severity: 'note',
    title: 'The image paths name the class',
    explanation: `${counted(named.length, 'path')} follow ${counted(telling.size, 'pattern')}, each of one class only. The format requires this; keep it from models (in a prompt, a file name, an order) and from participants.`,
    groups: groupsOf([...telling].map(([pattern, own]) => [pattern, own.map(({ id }) => id)])),
  };
}

/** On how few items and questions the benchmark's secondary metrics rest. */
function metricSupport(clued: readonly Subject[]): HealthFinding | null {
  const without = clued.filter(({ answer }) => answer.clues.every(({ deterministic }) => deterministic));
  if (without.length === 0) return null;
  const sum = (count: (answer: CaughtCheatingAnswer) => number): number =>
    clued.reduce((all, { answer }) => all + count(answer), 0);
  const several = (count: (answer: CaughtCheatingAnswer) => number): number =>
    clued.filter(({ answer }) => count(answer) > 1).length;
  const rest = clued.length - without.length;
  return {
    kind: 'metric-support',
    severity: without.length * 2 >= clued.length ? 'notable' : 'note',
    title: `Clued IoU rests on ${formatCount(rest)} of ${counted(clued.length, 'clued item')}`,
    explanation: `${counted(without.length, 'clued item has', 'clued items have')} no non-deterministic clue and ${without.length === 1 ? 'does' : 'do'} not count in Clued IoU. Say on how many items a metric rests, and give its interval.`,
    groups: groupsOf([['no non-deterministic clue', without.map(({ id }) => id)]]),
    table: {
      columns: ['metric', 'items', 'clues or questions', 'items with more than one'],
      rows: [
        [
          'Clued IoU',
          rest,
          sum(({ clues }) => clues.filter(({ deterministic }) => !deterministic).length),
          several(({ clues }) => clues.filter(({ deterministic }) => !deterministic).length),
        ],
        ...(['perception', 'reasoning'] as const).map((kind): (string | number)[] => [
          `Decomposed ${kind}`,
          clued.filter(({ answer }) => answer[kind].length > 0).length,
          sum((answer) => answer[kind].length),
          several((answer) => answer[kind].length),
        ]),
      ],
    },
  };
}

function boxFindings(clued: readonly Subject[]): HealthFinding[] {
  const required = clued.filter(({ answer }) => answer.clues.some(({ deterministic }) => deterministic));
  const boxed = new Set(
    required
      .filter(({ item: { regions, regionLabels } }) =>
        regions.some((region) =>
          regionLabels.some(({ id, category }) => id === region.label && category === DETERMINISTIC_CLUE),
        ),
      )
      .map(({ id }) => id),
  );
  const boxes = relativeBoxes(clued.map(({ item }) => item)).filter(
    ({ category }) => category === DETERMINISTIC_CLUE,
  );
  return [
    missingBoxes(
      'deterministic clue',
      required.map(({ id }) => id),
      boxed,
    ),
    largeBoxes(boxes, 'box of a deterministic clue', LARGEST_CLUE),
    boxPositionPrior(boxes, 'deterministic clue'),
  ].flatMap((finding) => finding ?? []);
}
