import { counted } from '../../base/counts.ts';
import type { HealthFinding } from '../benchmark.ts';
import { groupBy, groupsOf, shortened } from '../health/report.ts';
import { normalized } from '../health/textSimilarity.ts';
import { saidIn } from './wordForms.ts';

/** An item as far as it is compared with others. */
export interface AskedItem {
  readonly id: string;
  readonly question: string;
  /** What tells its images from others', in whatever order. */
  readonly images: readonly string[];
  /** The text of the gold option; null where it is not known. */
  readonly gold: string | null;
}

/** Items with the same question about the same images whose gold options say different things. */
export function otherGoldOfSameQuestion(items: readonly AskedItem[]): readonly HealthFinding[] {
  const asked = items.filter(
    ({ question, images, gold }) => question.trim() !== '' && images.length > 0 && gold !== null,
  );
  const groups = [
    ...groupBy(asked, ({ question, images }) =>
      JSON.stringify([normalized(question), images.toSorted()]),
    ).values(),
  ].filter((group) => new Set(group.map(({ gold }) => saidIn(gold ?? ''))).size > 1);
  if (groups.length === 0) return [];
  return [
    {
      kind: 'same-question-other-gold',
      severity: 'serious',
      title: `${counted(groups.length, 'question has', 'questions have')} different gold options about the same image`,
      explanation:
        'Items ask the same question about the same image, and their gold options differ. At most one can be right, unless the options of one lack the other’s. Correct the gold option, or the question.',
      groups: groupsOf(
        groups.map((group) => [
          `${shortened(group[0]?.question ?? '')}: ${[...new Set(group.map(({ gold }) => shortened(gold ?? '', 60)))].join(' / ')}`,
          group.map(({ id }) => id),
        ]),
      ),
    },
  ];
}
