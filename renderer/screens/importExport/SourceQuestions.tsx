import { Radio, Stack } from '@mantine/core';
import type { SourceAnswers, SourceQuestion } from './sourceAnswers.ts';

const DECIMALS = ['point', 'comma'] as const;

/** Asks what a source does not tell: its encoding, with a line as it would read; how its numbers are written. */
export function SourceQuestions({
  report: { asks_encoding: encoding, asks_decimals: decimals },
  answers,
  onChange,
}: {
  readonly report: SourceQuestion;
  readonly answers: SourceAnswers;
  readonly onChange: (answers: SourceAnswers) => void;
}) {
  return (
    <Stack gap="md" my="sm">
      {encoding !== undefined && (
        <Radio.Group
          label="The file is not in UTF-8. Read it as Windows-1252?"
          description={`Line ${String(encoding.line)} then reads: ${encoding.preview}`}
          value={answers.encoding ?? ''}
          onChange={(value) => {
            const { encoding: _former, ...others } = answers;
            onChange(value === 'windows-1252' ? { ...others, encoding: value } : others);
          }}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="windows-1252" label="Yes, the line is right" />
            <Radio
              value=""
              label="No, the letters are wrong"
              description="Save the file as “CSV UTF-8” in Excel, then choose it again."
            />
          </Stack>
        </Radio.Group>
      )}
      {decimals !== undefined && (
        <Radio.Group
          label={`Which number is “${decimals.example}”?`}
          description={`It is in ${decimals.field}. The answer applies to all numbers of the file.`}
          value={answers.decimals ?? ''}
          onChange={(value) => {
            const chosen = DECIMALS.find((each) => each === value);
            onChange({ ...answers, ...(chosen !== undefined && { decimals: chosen }) });
          }}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="point" label={`${decimals.readings[0]}: the comma groups digits`} />
            <Radio value="comma" label={`${decimals.readings[1]}: the comma marks decimals`} />
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );
}
