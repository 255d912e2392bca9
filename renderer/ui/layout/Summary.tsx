import { Box, Flex, Group } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { formatCount } from '../../../shared/base/counts.ts';
import { CopyButton } from '../text/CopyButton.tsx';
import classes from './Summary.module.css';

export interface SummaryPart {
  readonly title: string;
  /** Every single thing, by name. */
  readonly lines: readonly string[];
  /** What is to be known of all of them; not one of the lines. */
  readonly note?: string;
  /** How many things the lines are about, where one line speaks of several; else one each. */
  readonly count?: number;
  /** Shown open from the start: what the person has to know of. */
  readonly open?: boolean;
}

export interface SummaryFigure {
  readonly label: string;
  readonly value: number;
}

/** Lines beyond this many are in the copy, not on the screen. */
const SHOWN = 500;

/** What long work left: counts, and everything that needs a look, by name; all of it can be copied. */
export function Summary({
  figures,
  parts,
}: {
  readonly figures: readonly SummaryFigure[];
  readonly parts: readonly SummaryPart[];
}) {
  const present = parts.filter((part) => part.lines.length > 0);
  return (
    <div>
      <Flex component="dl" wrap="wrap" rowGap="sm" columnGap="xl" mb="md">
        {figures.map(({ label, value }) => (
          <div key={label} className={classes['figure']}>
            <dt>{label}</dt>
            <dd>{formatCount(value)}</dd>
          </div>
        ))}
      </Flex>
      {present.map((part) => (
        <details key={part.title} open={part.open === true} className={classes['part']}>
          <summary>
            <ChevronRight size={14} aria-hidden className={classes['chevron']} />
            {part.title} ({formatCount(part.count ?? part.lines.length)})
          </summary>
          {part.note !== undefined && (
            <Box component="p" mb="xs" ml={18} c="dimmed">
              {part.note}
            </Box>
          )}
          {/* A long list is scrolled by the arrows: it has to take the focus. */}
          <Box component="ul" className={classes['lines']} tabIndex={0} aria-label={part.title}>
            {part.lines.slice(0, SHOWN).map((line, index) => (
              <li key={`${String(index)} ${line}`}>{line}</li>
            ))}
            {part.lines.length > SHOWN && (
              <li>and {formatCount(part.lines.length - SHOWN)} more; the copy has all</li>
            )}
          </Box>
        </details>
      ))}
      <Group mt="md">
        <CopyButton label="Copy the summary" text={() => summaryText(figures, present)} />
      </Group>
    </div>
  );
}

/** The whole summary as text. */
function summaryText(figures: readonly SummaryFigure[], parts: readonly SummaryPart[]): string {
  return [
    ...figures.map(({ label, value }) => `${label}: ${String(value)}`),
    ...parts.flatMap(({ title, lines, note, count = lines.length }) =>
      lines.length === 0
        ? []
        : ['', `${title} (${String(count)})`, ...(note === undefined ? [] : [note]), ...lines],
    ),
  ].join('\n');
}
