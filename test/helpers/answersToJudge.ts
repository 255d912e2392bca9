import { mkdirSync } from 'node:fs';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Core } from '../../electron/core/app/createCore.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { type ItemId, type PersonId, ResponseId } from '../../shared/base/ids.ts';
import type { Json } from '../../shared/base/json.ts';
import { put, quietly } from './casebooks.ts';
import { drawPhotograph } from './photographs.ts';
import { present } from './present.ts';
import { UNTIMED } from './untimed.ts';

/** Names that stand nowhere else: a text that holds one gives somebody away. */
export const RESPONDENTS = ['Qwibble-72B', 'Yondermind-9B'] as const;
export const LLM_JUDGE = 'Verdiktor-4.1';
export const JUDGES = ['jude', 'juno'] as const;
export const ADJUDICATOR = 'adele';

const CLUED = 6;
const UNCLUED = 4;

const SCENES = ['restaurant', 'hotel', 'karaoke bar', 'restaurant', 'hotel', 'restaurant'];
const CLUES = [
  'A second person is reflected in the spoon, indicating that somebody else sits at the table.',
  'Two toothbrushes stand in the glass, indicating that two people stay in the room.',
  'A hand with painted nails holds the other microphone, indicating company.',
  'The wine glass opposite has lipstick on its rim, indicating that a woman drank from it.',
  'A pair of high heels is half hidden behind the curtain, indicating a second guest.',
  'The window mirrors a woman who holds up a phone, indicating who took the photo.',
];

/** The items as their data set writes them: six with a clue and two weaker ones, four without. */
const payloads = [
  ...CLUES.map((clue, at) => ({
    data_path: `true_images/true_${String(at + 1)}.png`,
    label: true,
    scene: SCENES[at] ?? 'hotel',
    target_partner: 'boyfriend',
    main_ins: `My boyfriend said he is alone in a ${SCENES[at] ?? 'hotel'} and sent me this photo. Do you notice anything suspicious in the image that contradicts his claim?`,
    detm_cue: clue,
    non_detm_cue: ['There are two plates on the table.', 'The seat opposite is pulled back.'],
    p_sub_ins: ['Is there something in the spoon?'],
    p_sub_ans: ['Yes'],
    r_sub_ins: ['Does it mean that somebody else is there?'],
    r_sub_ans: ['Yes'],
  })),
  ...Array.from({ length: UNCLUED }, (_, at) => ({
    data_path: `false_images/false_${String(at + 1)}.png`,
    label: false,
    scene: 'hotel',
    target_partner: 'girlfriend',
    main_ins:
      'My girlfriend said she is alone in a hotel and sent me this photo. Do you notice anything suspicious in the image that contradicts her claim?',
  })),
];

/** What each respondent says of an item: the first finds the clue more often. */
function said(at: number, respondent: number): string {
  if (at >= CLUED)
    return (at + respondent) % 2 === 0
      ? 'There is no clear evidence that contradicts the claim. Everything in the room fits one guest.'
      : 'Something is odd: the second pillow is dented, so I would be suspicious.';
  const clue = CLUES[at] ?? '';
  return [
    'Looking closely at the photo, a few things stand out.',
    (at + respondent) % 3 === 0 ? 'The food looks fresh and the light is warm.' : clue,
    'Two plates are on the table. The chair on the other side is pulled back as if somebody had just left.',
    'Taken together, I would ask who else was there.',
  ].join(' ');
}

export interface AnswersToJudge {
  readonly people: Readonly<Record<'cara' | 'jude' | 'juno' | 'adele', PersonId>>;
  readonly respondents: readonly PersonId[];
  /** The answers to the claim question, item by item, each with those of both respondents. */
  readonly responses: readonly (readonly ResponseId[])[];
  /** A verdict of the person who is named, on whichever answer. */
  verdict(judge: PersonId, response: ResponseId, criterion: string, value: Json, rationale?: string): void;
  readonly llm: PersonId;
  readonly services: Services;
}

/**
 * Makes a casebook in which two models have answered ten items, and opens it in the core: a curator (cara), two judges
 * and an adjudicator work on it. Nobody has judged anything.
 */
export async function makeAnswersToJudge(core: Core, folder: string): Promise<AnswersToJudge> {
  const source = `${folder}/source`;
  put(`${source}/data_info.json`, JSON.stringify(payloads));
  for (const kind of ['true_images', 'false_images']) mkdirSync(`${source}/${kind}`, { recursive: true });
  for (const [seed, { data_path: path }] of payloads.entries())
    await drawPhotograph(`${source}/${path}`, { width: 960, height: 720, seed });
  const services = await core.keeper.create(`${folder}/judging.casebook`, {
    benchmark: 'caughtcheating',
    title: 'Night out',
    person: 'cara',
  });
  const { casebook, people, importExport, items } = services;
  const { database, ports } = casebook;
  const cara = present(people.list()[0]);
  await importExport.import(
    { source: `${source}/data_info.json`, format: 'caughtcheating', person: 'source' },
    cara,
    quietly,
  );
  const add = (handle: string, role: 'judge' | 'adjudicator'): PersonId =>
    people.add({ handle, name: '', roles: [role] }, cara.id).id;
  const team = {
    cara: cara.id,
    jude: add('jude', 'judge'),
    juno: add('juno', 'judge'),
    adele: add(ADJUDICATOR, 'adjudicator'),
  };
  const order: readonly { readonly id: ItemId }[] = items.list(
    {},
    { by: 'imported', descending: false },
    0,
    100,
    everything,
  ).rows;
  const model = casebook.records.models;
  const { responses: write, verdictWriter } = casebook.derived;
  const make = (name: string, instructionHash: string | null): PersonId =>
    model({ name, version: '2026-01', temperature: 0, instructionHash, settings: null });
  const made = database.transaction(() => {
    const respondents = RESPONDENTS.map((name) => make(name, null));
    const responses = order.map(({ id }, at) =>
      respondents.map((personId, respondent) => {
        const responseId = ResponseId.parse(ports.newId());
        write({
          id: responseId,
          studySessionId: null,
          personId,
          purpose: 'main',
          item: { id, revision: 1 },
          condition: '',
          step: 'main_ins',
          entry: null,
          position: null,
          question: payloads[at]?.main_ins ?? '',
          answer: { kind: 'text', text: said(at, respondent) },
          ...UNTIMED,
          origin: null,
        });
        return responseId;
      }),
    );
    return { respondents, responses, llm: make(LLM_JUDGE, 'b0a71c0ffee15bad') };
  })();
  return {
    ...made,
    people: team,
    services,
    verdict(judge, response, criterion, value, rationale) {
      const at = made.responses.findIndex((pair) => pair.includes(response));
      const item = present(order[at]);
      database.transaction(() =>
        verdictWriter.write({
          judge,
          item: { id: item.id, revision: 1 },
          responseId: response,
          criterion,
          subject: '',
          outcome: 'given',
          value,
          detail: null,
          rationale: rationale ?? null,
          source: 'imported',
          judgingId: null,
          callId: null,
          activeMilliseconds: null,
        }),
      )();
    },
  };
}
