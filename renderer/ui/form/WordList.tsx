import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useState } from 'react';

/** A list of words to add to, take from and put in order; no word twice. */
export function WordList({
  label,
  description,
  addLabel,
  words,
  readOnly,
  onChange,
}: {
  readonly label: string;
  readonly description?: string;
  readonly addLabel: string;
  readonly words: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (words: string[]) => void;
}) {
  const [added, setAdded] = useState('');
  const word = added.trim();
  const known = words.includes(word);
  const swap = (from: number, to: number) => {
    const next = [...words];
    const moved = next[from];
    const other = next[to];
    if (moved === undefined || other === undefined) return;
    next[from] = other;
    next[to] = moved;
    onChange(next);
  };
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Stack gap={2} mt="xs" role="list" aria-label={label}>
        {words.map((each, index) => (
          <Group key={each} gap="xs" wrap="nowrap" role="listitem" maw={480}>
            <span style={{ flex: 1, overflowWrap: 'anywhere' }}>{each}</span>
            {!readOnly && (
              <>
                <ActionIcon
                  aria-label={`Move ${each} up`}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                >
                  <ArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Move ${each} down`}
                  disabled={index === words.length - 1}
                  onClick={() => swap(index, index + 1)}
                >
                  <ArrowDown size={14} />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Remove ${each}`}
                  onClick={() => onChange(words.filter((other) => other !== each))}
                >
                  <X size={14} />
                </ActionIcon>
              </>
            )}
          </Group>
        ))}
      </Stack>
      {!readOnly && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (word === '' || known) return;
            onChange([...words, word]);
            setAdded('');
          }}
        >
          <Group gap="sm" mt="sm" maw={480} wrap="nowrap" align="flex-start">
            <TextInput
              flex={1}
              aria-label={addLabel}
              placeholder={addLabel}
              value={added}
              error={known ? 'The list already has this.' : undefined}
              onChange={(event) => setAdded(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="default"
              leftSection={<Plus size={14} aria-hidden />}
              disabled={word === '' || known}
            >
              Add
            </Button>
          </Group>
        </form>
      )}
    </Input.Wrapper>
  );
}
