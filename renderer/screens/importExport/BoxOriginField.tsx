import { Radio, Stack } from '@mantine/core';
import { BOX_ORIGINS, type ImportedBoxOrigin } from './importDraft.ts';

/** Asks what the boxes of a source are. */
export function BoxOriginField({
  value,
  hasProposals,
  onChange,
}: {
  readonly value: ImportedBoxOrigin;
  /** Whether the benchmark has proposals to verify. */
  readonly hasProposals: boolean;
  readonly onChange: (boxes: ImportedBoxOrigin | null) => void;
}) {
  return (
    <Radio.Group
      label="Import boxes as"
      value={value}
      onChange={(chosen) => onChange(BOX_ORIGINS.find((origin) => origin === chosen) ?? null)}
    >
      <Stack gap="xs" mt="xs">
        {hasProposals && <Radio value="proposals" label="A detector’s proposals to verify at the Desk" />}
        <Radio value="annotations" label="Boxes that a person drew" />
        <Radio
          value="ratings"
          label="Ratings: boxes that a rater drew"
          description="They count for agreement. An image without boxes counts as rated."
        />
      </Stack>
    </Radio.Group>
  );
}
