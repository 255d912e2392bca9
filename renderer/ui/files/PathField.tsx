import { Button, Group, TextInput } from '@mantine/core';
import { useId } from 'react';
import { choosePath, type PathRequest } from './choosePath.ts';
import { toastFailure } from '../feedback/toast.tsx';

/** A path to type, to paste or to choose. */
export function PathField({
  label,
  description,
  value,
  onChange,
  requests,
  error,
  required = false,
  initialFocus = false,
}: {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (path: string) => void;
  /** What can be chosen: no system's dialog offers files and folders at once. */
  readonly requests: readonly [PathRequest, ...PathRequest[]];
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** Has the focus when the dialog opens. */
  readonly initialFocus?: boolean;
}) {
  const id = useId();
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <TextInput
        id={id}
        flex={1}
        label={label}
        description={description}
        value={value}
        error={error}
        required={required}
        data-autofocus={initialFocus || undefined}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {requests.map((each) => (
        <Button
          key={each.kind}
          variant="default"
          aria-label={`${labelOf(each, requests.length)} ${label}`}
          onClick={() => {
            choosePath(value === '' ? each : { ...each, suggested: value }).then(
              (path) => {
                if (path !== null) onChange(path);
              },
              (failure: unknown) => {
                toastFailure('The path could not be chosen', failure);
              },
            );
          }}
        >
          {labelOf(each, requests.length)}
        </Button>
      ))}
    </Group>
  );
}

function labelOf({ kind }: PathRequest, choices: number): string {
  if (choices === 1) return 'Choose…';
  return kind === 'folder' ? 'Folder…' : 'File…';
}
