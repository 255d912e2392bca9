import { Box } from '@mantine/core';
import { useId } from 'react';
import type { LabelDefinition } from '../../../shared/benchmarks/generic/schema.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import { paletteColor } from '../../canvas/index.ts';
import { useDesk, useDeskView } from '../../ui/form/context.ts';
import { Swatch } from '../../ui/images/Swatch.tsx';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import classes from './DeskForm.module.css';
import { labelsInOrder } from './labelOrder.ts';

/** The labels of the casebook: of the selected boxes where there are any, otherwise of the next one. */
export function LabelPicker({
  labels,
  regions,
  selected,
}: {
  readonly labels: readonly LabelDefinition[];
  /** All boxes of the item. */
  readonly regions: readonly RegionRecord[];
  readonly selected: readonly RegionRecord[];
}) {
  const { view, canvas, readOnly } = useDesk();
  const name = useId();
  const armed = useDeskView((state) => state.armed);
  const [first] = selected;
  const mixed = selected.some((region) => region.label !== first?.label);
  const current = first === undefined ? (armed ?? labels[0]?.id ?? null) : mixed ? null : first.label;
  if (labels.length === 0)
    return (
      <Box component="p" c="dimmed">
        The label set is empty. Add labels in Settings.
      </Box>
    );
  return (
    <div
      role="radiogroup"
      aria-label={selected.length > 0 ? 'Label of the selection' : 'Label of the next box'}
    >
      {labelsInOrder(labels, new Set(regions.map(({ label }) => label))).map(({ label, place }) => (
        <label key={label.id} className={classes['label']}>
          <input
            type="radio"
            name={name}
            checked={label.id === current}
            disabled={readOnly}
            onChange={() => {
              if (selected.length > 0) canvas.current?.setLabel(label.id);
              view.setState({ armed: label.id });
            }}
          />
          <Swatch color={paletteColor(place)} number={place + 1} />
          <span className={classes['name']}>{label.name}</span>
          {place < 9 && (
            <span className={classes['labelKey']} aria-hidden>
              <KeyCaps value={String(place + 1)} />
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
