import { Box, Button, Flex } from '@mantine/core';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useReport } from '../../../ui/figures/shownReport.ts';

/** How many respondents have a button of their own at most. */
const OFFERED = 5;

/** What was left out of the figures, and why; who makes the common items fewer can be left out. */
export function NotesSection({ onWithout }: { readonly onWithout: (without: readonly PersonId[]) => void }) {
  const { report } = useReport();
  const { without, parts } = report.basis;
  const left = without.map(({ personId }) => personId);
  const shrinking = new Map(
    parts
      .flatMap(({ shrinks }) => shrinks)
      .flatMap(({ key, called, alone }) => {
        const personId = report.rows.find((row) => row.key === key)?.personId ?? null;
        return personId === null ? [] : [{ personId, called, alone }];
      })
      .map((each) => [each.personId, each]),
  );
  const offered = [...shrinking.values()].slice(0, OFFERED);
  if (report.notes.length === 0 && left.length === 0) return null;
  return (
    <Box maw="80ch" mb="md">
      <Notice state="neutral" title="About these figures">
        <Box component="ul" mt="xs" pl="lg">
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Box>
        {offered.length + left.length > 0 && (
          <Flex gap="sm" wrap="wrap" mt="sm">
            {offered.map(({ personId, called, alone }) => (
              <Button
                key={personId}
                size="compact-xs"
                variant="default"
                onClick={() => onWithout([...left, personId])}
              >
                {`Leave out ${called}${alone === 0 ? '' : ` (+${String(alone)})`}`}
              </Button>
            ))}
            {without.map(({ personId, name }) => (
              <Button
                key={personId}
                size="compact-xs"
                variant="default"
                onClick={() => onWithout(left.filter((each) => each !== personId))}
              >
                {`Include ${name} again`}
              </Button>
            ))}
          </Flex>
        )}
      </Notice>
    </Box>
  );
}
