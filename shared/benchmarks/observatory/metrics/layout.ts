import type { Metrics } from '../../metrics.ts';
import { TABLE_1 } from '../published.ts';
import { attributeName } from '../labels.ts';
import { initialAttributes } from '../schema.ts';
import { GUIDANCE } from '../queries/answerFile.ts';
import { CONDITIONS } from '../queries/entities.ts';
import { CELLS } from '../queries/gridPointing.ts';
import { cellText } from '../queries/querySetFile.ts';
import { cellName, DOMAINS, familyName, of, taskName } from './names.ts';

type Column = Metrics['layout'][number]['columns'][number];

/** A figure in percent; in a paper below what it has in common with others. */
const percent = (metric: string, above: string, title: string): Column => ({
  metric,
  title: `${above} ${title}`,
  head: [above, title],
  factor: 100,
  digits: 2,
});
const plain = (metric: string, above: string, title: string): Column => ({
  metric,
  title: `${above} ${title}`,
  head: [above, title],
  factor: 1,
  digits: 3,
});

const FAMILIES = [null, ...CONDITIONS];

/**
 * The paper's Table 1 (its Task 3 is the guided one), and tables of what its figures 5 and 6 show. A column of an attribute
 * that a casebook does not list has no figures.
 */
export const layout: Metrics['layout'] = [
  {
    title: 'Table 1',
    caption:
      'accuracy of image matching (Task 1) and of grid pointing (Task 2), and mean IoU of guided localisation (Task 3), on originals (Org) and on variants in and out of distribution (ID, OOD)',
    columns: DOMAINS.flatMap((domain) =>
      (['matching', 'grid', 'guided'] as const).flatMap((task, index) =>
        CONDITIONS.map((family) =>
          percent(
            familyName(`${taskName(domain, task)}_${task === 'guided' ? 'miou' : 'accuracy'}`, family),
            `${domain} Task ${String(index + 1)}`,
            family,
          ),
        ),
      ),
    ),
    published: TABLE_1,
  },
  {
    title: 'Localisation by attribute',
    caption: 'mean IoU of localisation by attribute, and on originals (Org) and variants (ID, OOD)',
    columns: DOMAINS.flatMap((domain) =>
      GUIDANCE.flatMap((guidance) => {
        const name = `${taskName(domain, guidance)}_miou`;
        return [
          ...CONDITIONS.map((family) => percent(familyName(name, family), `${domain} ${guidance}`, family)),
          ...initialAttributes[domain].map((attribute) =>
            percent(of(name, attribute), `${domain} ${guidance}`, attributeName(attribute)),
          ),
        ];
      }),
    ),
  },
  {
    title: 'Grid pointing by cell',
    caption: 'accuracy of grid pointing by the cell of the original, and the spread over the cells',
    columns: DOMAINS.flatMap((domain) => {
      const name = taskName(domain, 'grid');
      return [
        ...CELLS.map((cell) => percent(cellName(name, cell), domain, cellText(cell))),
        ...FAMILIES.map((family) =>
          percent(
            familyName(`${name}_spread`, family),
            domain,
            `spread${family === null ? '' : ` ${family}`}`,
          ),
        ),
      ];
    }),
  },
  {
    title: 'Gender gaps, drops and transfer',
    caption:
      'gender gaps, drops of accuracy or mean IoU on variants (Δ), transfer retention (TR) and the gain of one hint',
    columns: [
      ...(['matching', 'grid', ...GUIDANCE] as const).map((task) =>
        percent(`${taskName('CELEB', task)}_gender_gap`, `CELEB ${task}`, 'gap'),
      ),
      ...DOMAINS.flatMap((domain) => [
        ...(['matching', 'grid', 'guided'] as const).flatMap((task) =>
          (['ID', 'OOD'] as const).map((family) =>
            percent(familyName(`${taskName(domain, task)}_drop`, family), `${domain} ${task}`, `Δ ${family}`),
          ),
        ),
        ...(['ID', 'OOD'] as const).map((family) =>
          plain(familyName(`${domain.toLowerCase()}_retention`, family), domain, `TR ${family}`),
        ),
        percent(`${domain.toLowerCase()}_hint_gain`, domain, 'gain of one hint'),
      ]),
    ],
  },
];
