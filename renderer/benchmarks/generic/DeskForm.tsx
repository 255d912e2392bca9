import { useMemo } from 'react';
import { askedQuestions } from '../../../shared/benchmarks/generic/conditions.ts';
import { isAnswered } from '../../../shared/benchmarks/parts.ts';
import { LabelSet } from '../../../shared/benchmarks/generic/schema.ts';
import { useAnswer, useAsksBoxes, useDesk, useDeskView, useRegions } from '../../ui/form/context.ts';
import { Fold } from '../../ui/form/Fold.tsx';
import { useDigits } from '../../ui/form/useDigits.ts';
import { AttributeField } from './AttributeField.tsx';
import { BoxEditor } from './BoxEditor.tsx';
import { BoxList } from './BoxList.tsx';
import { LabelPicker } from './LabelPicker.tsx';
import { useOptionKeys } from './useOptionKeys.ts';
import classes from './DeskForm.module.css';

/** The casebook's own questions about the images, its labels, and the boxes with their questions. */
export default function DeskForm() {
  const { vocabulary, editing, view, asked } = useDesk();
  const asksBoxes = useAsksBoxes();
  const words = useMemo(() => LabelSet.parse(vocabulary), [vocabulary]);
  const answer = useAnswer();
  const attributes = askedQuestions(words.imageAttributes, answer).filter(({ id }) => isAnswered(asked, id));
  const keyOf = useOptionKeys('image', attributes, answer, (id, value) => {
    editing.setFields({ [id]: value });
  });
  const regions = useRegions();
  const selection = useDeskView((state) => state.selection);
  const selected = regions.filter((region) => selection.includes(region.id));
  const [only] = selected;

  useDigits('form', (digit) => {
    const label = words.labels[digit - 1];
    if (label !== undefined) view.setState({ armed: label.id });
    return label !== undefined;
  });

  return (
    <div className={classes['form']}>
      {attributes.length > 0 && (
        <Fold id="attributes" title="Image">
          {attributes.map((definition) => (
            <AttributeField
              key={definition.id}
              path={definition.id}
              definition={definition}
              value={(Object.hasOwn(answer, definition.id) ? answer[definition.id] : undefined) ?? null}
              keyOf={(option) => keyOf(definition.id, option)}
              onChange={(value, keystroke) => editing.setFields({ [definition.id]: value }, keystroke)}
            />
          ))}
        </Fold>
      )}
      {asksBoxes && (
        <Fold id="labels" title="Labels">
          <LabelPicker labels={words.labels} regions={regions} selected={selected} />
        </Fold>
      )}
      {selected.length === 1 && only !== undefined && (
        <Fold id="box" title="Selected box">
          <BoxEditor key={only.id} region={only} vocabulary={words} />
        </Fold>
      )}
      {asksBoxes && (
        <Fold id="boxes" title="Boxes" note={String(regions.length)}>
          <BoxList regions={regions} vocabulary={words} />
        </Fold>
      )}
    </div>
  );
}
