import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SameBox } from '../../../shared/contract/casebooks.ts';
import { orpc } from '../../client/index.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import { casebookChanged, useMayCurate } from '../../ui/window/applicationState.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';

/** From which IoU on raters' boxes count as the same, so that gold is what they have in common. */
export function SameBoxField() {
  const settings = useQuery(orpc.casebooks.settings.queryOptions()).data;
  const editable = useMayCurate();
  const [typed, setTyped] = useState<number | null>(null);
  const save = useMutation({
    ...orpc.casebooks.saveSettings.mutationOptions(),
    onSuccess: async ({ sameBox }) => {
      setTyped(null);
      toast(`Boxes count as the same from IoU ${String(sameBox)}. Casebook has recomputed gold.`);
      await casebookChanged();
    },
    onError: (error) => toastFailure('The setting was not saved', error),
  });
  const parsed = typed === null ? null : SameBox.safeParse(typed);
  const commit = () => {
    if (parsed?.success === true && parsed.data !== settings?.sameBox) save.mutate({ sameBox: parsed.data });
    else if (parsed?.success === true) setTyped(null);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <NumberField
        label="Raters’ boxes count as the same from this IoU"
        description="Gold is then the median of their corners; other items wait for adjudication. A change recomputes the gold of every item with two raters or more."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        styles={{ wrapper: { maxWidth: 120 } }}
        maw={480}
        step={0.05}
        min={0.1}
        max={1}
        disabled={!editable || settings === undefined || save.isPending}
        value={typed ?? settings?.sameBox ?? null}
        onChange={setTyped}
        onBlur={commit}
      />
    </form>
  );
}
