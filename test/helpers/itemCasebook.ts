import { createCasebook } from '../../electron/core/derived/casebook.ts';
import type { CorePorts } from '../../electron/core/base/ports.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { giveAnswers, type GivenAnswer } from './givenAnswers.ts';

/** Makes a casebook of who got what right: a row a respondent (1, 0, a dot), the first `people` of them people. */
export async function makeItemCasebook(
  path: string,
  ports: CorePorts,
  rows: readonly string[],
  people = 4,
): Promise<void> {
  const casebook = await createCasebook(path, { benchmark: 'caughtcheating', title: 'Items' }, ports);
  const open = createServices(casebook);
  const names = rows.map((_, row) =>
    row < people ? `p${String(row + 1)}` : `model-${String(row + 1 - people)}`,
  );
  giveAnswers(open, {
    models: names.slice(people),
    items: Array.from({ length: rows[0]?.length ?? 0 }, (_, place) => {
      const externalId = `item-${String(place + 1).padStart(3, '0')}`;
      return {
        externalId,
        payload: {
          data_path: externalId,
          label: true,
          scene: 'hotel',
          target_partner: 'girlfriend',
          main_ins: 'Anything suspicious?',
          detm_cue: 'A second glass.',
        },
        answers: rows.flatMap((row, respondent): GivenAnswer[] => {
          const right = row.charAt(place);
          if (right === '.') return [];
          return [
            {
              by: names[respondent] ?? '',
              step: 'main_ins',
              answer: 'Something.',
              verdicts: [{ judge: 'jo', criterion: 'cue_match', value: right === '1' ? 'YES' : 'NO' }],
            },
          ];
        }),
      };
    }),
  });
  await open.close();
}
