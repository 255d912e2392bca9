import { Radio, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Promotion } from '../../../shared/domain/status.ts';
import { casebookChanged, useMayCurate } from '../window/applicationState.ts';
import { orpc } from '../../client/index.ts';
import { PROMOTIONS } from './validationWords.ts';
import { toast, toastFailure } from '../feedback/toast.tsx';

/** What it takes for a generated item to be accepted; a curator changes it. */
export function PromotionChoice({ label }: { readonly label?: string }) {
  const settings = useQuery(orpc.casebooks.settings.queryOptions()).data;
  const editable = useMayCurate();
  const save = useMutation({
    ...orpc.casebooks.saveSettings.mutationOptions(),
    onSuccess: async ({ promotion }) => {
      toast(`${PROMOTIONS[promotion].title}: Casebook has sorted all items again.`);
      await casebookChanged();
    },
    onError: (error) => toastFailure('The setting was not saved', error),
  });
  return (
    <Radio.Group
      {...(label === undefined ? { 'aria-label': 'Rule for acceptance' } : { label })}
      value={(save.isPending ? save.variables.promotion : settings?.promotion) ?? null}
      onChange={(value) => save.mutate({ promotion: Promotion.parse(value) })}
    >
      <Stack gap="sm" mt="xs">
        {Promotion.options.map((each) => (
          <Radio
            key={each}
            value={each}
            size="xs"
            disabled={!editable || save.isPending}
            label={PROMOTIONS[each].title}
            description={PROMOTIONS[each].words}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
