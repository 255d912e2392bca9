import { askedQuestions } from '../../../shared/benchmarks/generic/conditions.ts';
import type { LabelSet } from '../../../shared/benchmarks/generic/schema.ts';
import { recordId, type RegionRecord } from '../../../shared/domain/document.ts';
import type { Json } from '../../../shared/base/json.ts';
import { useDesk } from '../../ui/form/context.ts';
import type { Keystroke } from '../../ui/form/deskEditor.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { AttributeField } from './AttributeField.tsx';
import { useOptionKeys } from './useOptionKeys.ts';
import classes from './DeskForm.module.css';

/** What is asked of the selected box, and a note on it. */
export function BoxEditor({
  region,
  vocabulary,
}: {
  readonly region: RegionRecord;
  readonly vocabulary: LabelSet;
}) {
  const { editing } = useDesk();
  const label = vocabulary.labels.find((each) => each.id === region.label);
  const put = (change: Partial<RegionRecord>, keystroke?: Keystroke): void => {
    const id = recordId(region);
    editing.change((records) => ({ ...records, [id]: { ...region, ...change } }), keystroke);
  };
  const answer = (id: string, value: Json, keystroke?: Keystroke): void => {
    put({ attributes: { ...region.attributes, [id]: value } }, keystroke);
  };
  const questions = askedQuestions(label?.attributes ?? [], region.attributes);
  const keyOf = useOptionKeys('box', questions, region.attributes, answer);
  return (
    <>
      <p className={classes['position']}>
        {label?.name ?? region.label}: x {round(region.x)}, y {round(region.y)}, {round(region.width)} x{' '}
        {round(region.height)} px
      </p>
      {questions.map((definition) => (
        <AttributeField
          key={definition.id}
          path={`regions.${region.id}.${definition.id}`}
          definition={definition}
          value={
            (Object.hasOwn(region.attributes, definition.id)
              ? region.attributes[definition.id]
              : undefined) ?? null
          }
          keyOf={(option) => keyOf(definition.id, option)}
          onChange={(value, keystroke) => answer(definition.id, value, keystroke)}
        />
      ))}
      <TextField
        path={`regions.${region.id}.note`}
        label="Note"
        value={region.note}
        onType={(note, keystroke) => put({ note }, keystroke)}
      />
    </>
  );
}

const round = (pixels: number): string => String(Math.round(pixels * 10) / 10);
