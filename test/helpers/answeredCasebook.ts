import { createCasebook } from '../../electron/core/derived/casebook.ts';
import type { CorePorts } from '../../electron/core/base/ports.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import type { JudgeRunSettings } from '../../shared/contract/judgeRuns.ts';
import { type PersonId, ResponseId } from '../../shared/base/ids.ts';
import { UNTIMED } from './untimed.ts';

/** Clued items have four things to judge in an answer, unclued ones one. */
export const UNITS_OF_CLUED = 4;

/** A casebook whose items two models have answered, with nobody's verdict yet. */
export interface AnsweredCasebook extends Services {
  readonly curator: PersonId;
  readonly respondents: readonly [PersonId, PersonId];
}

/** Makes the casebook; every text in it is found once. */
export async function answeredCasebook(
  path: string,
  ports: CorePorts,
  { clued = 2, unclued = 2 }: { readonly clued?: number; readonly unclued?: number } = {},
): Promise<AnsweredCasebook> {
  const casebook = await createCasebook(path, { benchmark: 'caughtcheating', title: 'Answers' }, ports);
  const services = createServices(casebook);
  const curator = services.people.add({ handle: 'cara', name: 'Cara', roles: ['curator'] }, null).id;
  const model = casebook.records.models;
  const { items, responses: write } = casebook.derived;
  const respondents = casebook.database.transaction((): [PersonId, PersonId] => {
    const of = (name: string): PersonId =>
      model({ name, version: null, temperature: null, instructionHash: null, settings: null });
    const both: [PersonId, PersonId] = [of('model-a'), of('model-b')];
    for (let number = 1; number <= clued + unclued; number += 1) {
      const isClued = number <= clued;
      const item = items.insert({
        externalId: `item-${String(number)}`,
        payload: payloadOf(number, isClued),
        images: [],
        imported: true,
      });
      for (const [index, personId] of both.entries()) {
        write({
          id: ResponseId.parse(ports.newId()),
          studySessionId: null,
          personId,
          purpose: 'main',
          item: { id: item.id, revision: 1 },
          condition: '',
          step: 'main_ins',
          entry: null,
          position: null,
          question: `Do you notice anything in photo ${String(number)}?`,
          answer: {
            kind: 'text',
            text: `Photo ${String(number)} shows a shoe, says model ${'ab'[index] ?? ''}.`,
          },
          ...UNTIMED,
          origin: 'answers.json',
        });
      }
    }
    return both;
  })();
  return { ...services, curator, respondents };
}

function payloadOf(number: number, isClued: boolean) {
  const common = {
    data_path: `${isClued ? 'true' : 'false'}_images/${String(number)}.png`,
    label: isClued,
    scene: 'hotel',
    target_partner: 'girlfriend',
    main_ins: `Do you notice anything in photo ${String(number)}?`,
  };
  return isClued
    ? {
        ...common,
        detm_cue: `A man’s shoe in photo ${String(number)}`,
        non_detm_cue: [`Two cups in photo ${String(number)}`, `A tie in photo ${String(number)}`],
      }
    : common;
}

/** Settings of a run that asks about everything. */
export function judgeSettings(endpoint: string, changes: Partial<JudgeRunSettings> = {}): JudgeRunSettings {
  return {
    endpoint,
    model: 'judge-1',
    version: '',
    temperature: 0,
    maxTokens: 256,
    concurrency: 2,
    retries: 3,
    timeoutSeconds: 60,
    criteria: ['cue_match', 'key_points', 'non_detm_match', 'sub_answer', 'false_match'],
    price: null,
    ...changes,
  };
}
