import { Box, Group, Select } from '@mantine/core';
import { answersOf } from '../../../shared/benchmarks/generic/conditions.ts';
import type { AttributeDraft } from './labelSetDraft.ts';

/** The letters that choose the options of a question at the Desk; nothing where it has no options. */
export function OptionKeys({
  attribute,
  spoken,
  letters,
  readOnly,
  onChange,
}: {
  readonly attribute: AttributeDraft;
  readonly spoken: string;
  readonly letters: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (attribute: AttributeDraft) => void;
}) {
  const options = answersOf(attribute);
  const { keys } = attribute;
  if (options.length === 0) return null;
  const put = (option: string, key: string | null): void => {
    const others = Object.entries(keys).filter(([each]) => each !== option);
    onChange({ ...attribute, keys: Object.fromEntries(key === null ? others : [...others, [option, key]]) });
  };
  return (
    <Group gap="xs" mt="xs" role="group" aria-label={`Keys of ${spoken}`}>
      <Box component="span" w={56} pt="xs" c="dimmed">
        Keys
      </Box>
      {options.map((option) => {
        const own = keys[option] ?? null;
        const free = letters.filter(
          (letter) => letter === own || !options.some((each) => keys[each] === letter),
        );
        return (
          <Group key={option} gap={4} wrap="nowrap">
            <span>{option}</span>
            <Select
              w={64}
              size="xs"
              aria-label={`Key of ${option}`}
              placeholder="–"
              data={(own === null || free.includes(own) ? free : [own, ...free]).map((letter) => ({
                value: letter,
                label: letter.toUpperCase(),
              }))}
              value={own}
              disabled={readOnly}
              onChange={(key) => put(option, key)}
            />
          </Group>
        );
      })}
    </Group>
  );
}
