import { Group } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { ItemStatistics } from '../../../../shared/contract/itemStatistics.ts';
import type { FigureSource } from '../../../../shared/figures/fileName.ts';
import type { NamedStatistic } from '../../../../shared/figures/itemTables.ts';
import { type Naming, withNames } from '../../../../shared/figures/naming.ts';
import { renamedItems } from '../../../../shared/figures/renamed.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import layout from '../../../ui/figures/layout.module.css';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { characteristicCurves } from '../plots/characteristicCurves.ts';
import { informationCurve } from '../plots/informationCurve.ts';
import { wrightMap } from '../plots/wrightMap.ts';
import classes from '../sections/sections.module.css';

/** Respondents and items on one scale, the curves of the items chosen, and what the items tell about abilities. */
export function ItemPlots({
  statistics,
  curved,
  source,
  onOpen,
}: {
  readonly statistics: ItemStatistics;
  readonly curved: readonly NamedStatistic[];
  readonly source: FigureSource;
  /** Opens these items in the Library. */
  readonly onOpen: (keys: readonly string[]) => void;
}) {
  const drawMap = useCallback(
    (naming: Naming): DrawPlot => {
      const called = renamedItems(statistics, naming);
      return (look, width) => wrightMap(called, look, width);
    },
    [statistics],
  );
  const map = useMemo(() => drawMap(withNames), [drawMap]);
  const curves = useCallback<DrawPlot>(
    (look, width) =>
      characteristicCurves(
        curved.flatMap(({ key, name, item: { difficulty } }) =>
          difficulty.value === null ? [] : [{ key, name, difficulty: difficulty.value }],
        ),
        statistics.respondents.flatMap(({ ability }) => ability.value ?? []),
        look,
        width,
      ),
    [curved, statistics],
  );
  const information = useCallback<DrawPlot>(
    (look, width) => informationCurve(statistics, look, width),
    [statistics],
  );
  return (
    <div className={classes['pair']}>
      <div>
        <PlotHead title="Respondents and items on one scale">
          <PlotExport name="item-person map" source={source} part="item person map" people draw={drawMap} />
        </PlotHead>
        <PlotFigure draw={map} onOpen={onOpen} />
      </div>
      <div>
        <PlotHead title="Item characteristic curves">
          <PlotExport name="characteristic curves" source={source} part="item curves" draw={() => curves} />
        </PlotHead>
        <PlotFigure draw={curves} onOpen={onOpen} />
      </div>
      <div>
        <PlotHead title="Test information">
          <PlotExport name="test information" source={source} part="information" draw={() => information} />
        </PlotHead>
        <PlotFigure draw={information} />
        <p className={layout['foot']}>
          How much the items tell about an ability: the higher, the smaller its error. Items tell most about
          respondents whose ability is near their difficulty.
        </p>
      </div>
    </div>
  );
}

function PlotHead({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <Group gap={0} wrap="nowrap" justify="space-between" mt="lg">
      <h3>{title}</h3>
      {children}
    </Group>
  );
}
