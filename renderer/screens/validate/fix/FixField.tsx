import { Box, Button, NativeSelect, Stack, Textarea } from '@mantine/core';
import type { ItemText } from '../../../../shared/contract/validation.ts';
import type { AnnotationId } from '../../../../shared/base/ids.ts';
import { WordDiff } from '../../../ui/text/WordDiff.tsx';
import classes from './FixPage.module.css';

/** A text of the item: as it is to be, what that changes, and what reviewers propose instead. */
export function FixField({
  text,
  value,
  proposed,
  editable,
  onChange,
}: {
  readonly text: ItemText;
  readonly value: string;
  readonly proposed: readonly { readonly text: string; readonly annotationId: AnnotationId }[];
  readonly editable: boolean;
  /** `from`: the answer that it comes from. */
  readonly onChange: (value: string, from?: AnnotationId) => void;
}) {
  const { field, title, choices } = text;
  return (
    <Stack gap="xs" data-fix-field={field}>
      {choices === undefined ? (
        <Textarea
          label={title}
          autosize
          minRows={1}
          value={value}
          readOnly={!editable}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <NativeSelect
          label={title}
          data={choices.includes(value) ? choices : [value, ...choices]}
          value={value}
          disabled={!editable}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {value !== text.text && (
        <div className={classes['note']} data-kind="changed">
          <Box flex={1} miw={0}>
            <span className={classes['kind']}>Changed</span>
            <WordDiff from={text.text} to={value} label={`${title}, changed`} />
          </Box>
          {editable && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Restore original: ${title}`}
              onClick={() => onChange(text.text)}
            >
              Restore original
            </Button>
          )}
        </div>
      )}
      {proposed.map((each) => (
        <div key={each.text} className={classes['note']} data-kind="proposed">
          <Box flex={1} miw={0}>
            <span className={classes['kind']}>Proposed</span>
            <WordDiff from={text.text} to={each.text} label={`${title}, proposed`} />
          </Box>
          {editable && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Use text: ${title}`}
              title="Alt+T while in this text"
              onClick={() => onChange(each.text, each.annotationId)}
            >
              Use text
            </Button>
          )}
        </div>
      ))}
    </Stack>
  );
}
