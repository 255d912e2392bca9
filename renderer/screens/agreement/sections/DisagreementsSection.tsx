import { Box } from '@mantine/core';
import '../../../ui/theme/styleVariables.ts';
import type { OpenedCell } from '../choices.ts';
import { RatedItemList } from '../items/RatedItemList.tsx';
import { ShowInLibrary } from '../items/ItemPanel.tsx';
import { useRatedItems } from '../items/useRatedItems.ts';
import { useReport } from './reportContext.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import classes from './DisagreementsSection.module.css';

/** All items on which raters differ. */
export const DISAGREEMENTS: OpenedCell = {
  cell: { kind: 'disagreement' },
  title: 'Items on which raters disagree',
};

/** The items that disagree, the most disputed first, with what everybody said. */
export function DisagreementsSection({ onBoxes }: { readonly onBoxes: (index: number) => void }) {
  const { report, request } = useReport();
  const items = useRatedItems(request, DISAGREEMENTS.cell);
  return (
    <Section
      title={DISAGREEMENTS.title}
      description="The most disputed first, with everybody’s answers."
      actions={<ShowInLibrary answered={{ report, request }} opened={DISAGREEMENTS} total={items.total} />}
    >
      {items.total === 0 && !items.loading && items.error === null ? (
        <Box component="p" c="dimmed">
          Nobody disagrees here.
        </Box>
      ) : (
        <div className={classes['frame']} style={{ '--lines': Math.min(items.total, 12) }}>
          <RatedItemList
            label={DISAGREEMENTS.title}
            items={items}
            raters={report.raters}
            shape="wide"
            onBoxes={report.level === 'boxes' ? onBoxes : null}
          />
        </div>
      )}
    </Section>
  );
}
