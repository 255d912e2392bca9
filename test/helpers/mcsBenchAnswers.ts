import { join } from 'node:path';
import { z } from 'zod';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import type { CorePorts } from '../../electron/core/base/ports.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { put, quietly } from './casebooks.ts';
import { generatedItems } from './mcsBenchItems.ts';

const Keyed = z.looseObject({ id: z.string(), answer: z.string() });

/** Whether the answer to a step is right; null where there is none. */
export type IsRight = (respondent: number, item: number, step: string) => boolean | null;

/** How models write the letter of an option, by turns. */
const WAYS = [
  (letter: string) => letter,
  (letter: string) => `(${letter})`,
  (letter: string) => `Answer: ${letter}.`,
];

/**
 * Makes a casebook of MCSBench by imports alone, as a lab does: generated items, then answers, the first respondents
 * people's choices, the others models' words. Leaves it open.
 * @param steps of an item, in whose order answers stand
 */
export async function makeMcsBenchCasebook(
  path: string,
  ports: CorePorts,
  { people, models, items, isRight }: { people: number; models: number; items: number; isRight: IsRight },
): Promise<Services> {
  const open = createServices(
    await createCasebook(path, { benchmark: 'mcsbench', title: 'MCSBench' }, ports),
  );
  const folder = `${path}-source`;
  const payloads = generatedItems(items);
  const source = put(join(folder, 'items.json'), JSON.stringify(payloads));
  await open.importExport.import({ source, format: 'mcsbench' }, null, quietly);
  const lines: string[] = [];
  payloads.forEach((payload, item) => {
    const { id, answer: gold } = Keyed.parse(payload);
    for (const [step, key] of [['base', gold] as const, ...chainsOf(payload)]) {
      for (let respondent = 0; respondent < people + models; respondent += 1) {
        const right = isRight(respondent, item, step);
        if (right === null) continue;
        const letter = right ? key : other(key);
        const isPerson = respondent < people;
        lines.push(
          JSON.stringify({
            item: id,
            step,
            respondent: isPerson ? `p${String(respondent + 1)}` : `model-${String(respondent - people + 1)}`,
            respondent_kind: isPerson ? 'human' : 'model',
            answer: isPerson
              ? { kind: 'choice', option: letter }
              : WAYS[(respondent + item) % WAYS.length]?.(letter),
          }),
        );
      }
    }
  });
  const answers = put(join(folder, 'answers.jsonl'), lines.join('\n'));
  const report = await open.importExport.import({ source: answers, format: 'answers-jsonl' }, null, quietly);
  if (report.skipped.length > 0) throw new Error(JSON.stringify(report.skipped.slice(0, 3)));
  return open;
}

function chainsOf({ rc_items: chains = [] }: JsonObject): (readonly [string, string])[] {
  return z
    .array(z.looseObject({ answer: z.string() }))
    .parse(chains)
    .map(({ answer }, place) => [`rc/${String(place)}`, answer] as const);
}

/** Another letter of the same five. */
function other(letter: string): string {
  const first = 'ABCDE'.includes(letter) ? 'ABCDE' : 'FGHIJ';
  return first.charAt((first.indexOf(letter) + 1) % 5);
}
