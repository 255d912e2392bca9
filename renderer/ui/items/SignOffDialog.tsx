import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';

/** Who says that the images show no personal information; null: the person who signs them off, who has looked at them. */
export type Voucher = string | null;

/** Asks on whose word many items are signed off at once. */
export function SignOffDialog({
  count,
  opened,
  onClose,
  onSign,
}: {
  readonly count: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSign: (vouchedBy: Voucher) => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Sign off ${counted(count, 'item')}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <SignOffForm onSign={onSign} />
    </Modal>
  );
}

function SignOffForm({ onSign }: { readonly onSign: (vouchedBy: Voucher) => void }) {
  const [looked, setLooked] = useState<'own' | 'other' | null>(null);
  const [name, setName] = useState('');
  const isReady = looked === 'own' || (looked === 'other' && name.trim() !== '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onSign(looked === 'own' ? null : name.trim());
      }}
    >
      <Stack gap="md">
        <Radio.Group
          label="Who vouches that no image shows personal information?"
          description="Each item gets a new version of your answer. History records who vouched."
          value={looked}
          onChange={(value) => setLooked(value === 'own' ? 'own' : 'other')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="own" label="I do: I looked at each image" data-autofocus />
            <Radio value="other" label="Somebody else, such as the authors of a published set" />
          </Stack>
        </Radio.Group>
        {looked === 'other' && (
          <TextInput
            label="Who vouches for the images"
            placeholder="The authors of CaughtCheating"
            maxLength={200}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isReady}>
            Sign off
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
