import { useId } from 'react';
import type { LabelDefinition } from '../../../shared/benchmarks/generic/schema.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import { paletteColor } from '../../canvas/index.ts';
import { useDesk, useDeskView } from '../../ui/form/context.ts';
import { KeyCaps } from '../../ui/KeyCaps.tsx';
import classes from './DeskForm.module.css';

/** The labels of the casebook: of the selected boxes where there are any, otherwise of the next one. */
export function LabelPicker({
  labels,
  selected,
}: {
  readonly labels: readonly LabelDefinition[];
  readonly selected: readonly RegionRecord[];
}) {
  const { view, canvas, readOnly } = useDesk();
  const name = useId();
  const armed = useDeskView((state) => state.armed);
  const [first] = selected;
  const mixed = selected.some((region) => region.label !== first?.label);
  const current = first === undefined ? (armed ?? labels[0]?.id ?? null) : mixed ? null : first.label;
  if (labels.length === 0)
    return <p className={classes['empty']}>The label set is empty. Add labels in Settings.</p>;
  return (
    <div
      role="radiogroup"
      aria-label={selected.length > 0 ? 'Label of the selection' : 'Label of the next box'}
    >
      {labels.map((label, index) => (
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
          <span className={classes['swatch']} style={{ background: paletteColor(index) }} aria-hidden />
          <span className={classes['name']}>{label.name}</span>
          {index < 9 && (
            <span aria-hidden>
              <KeyCaps value={String(index + 1)} />
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
