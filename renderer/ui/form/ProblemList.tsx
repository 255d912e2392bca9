import { Box, Flex } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { counted } from '../../../shared/base/counts.ts';
import { isInTheWay, problemKey } from '../../../shared/benchmarks/problems.ts';
import { KeyCaps } from '../commands/KeyCaps.tsx';
import { useDesk } from './context.ts';
import { SeverityIcon } from './Messages.tsx';
import { useGoToProblem } from './useGoToProblem.ts';
import classes from './ProblemList.module.css';

/** What keeps the item from being complete; each leads to its field. */
export function ProblemList() {
  const { problems } = useDesk();
  const goTo = useGoToProblem();
  const errors = problems.filter(isInTheWay).length;
  if (problems.length === 0)
    return (
      <Flex component="p" gap={6} align="center" py={6} px="md" c="var(--casebook-accepted)" role="status">
        <CircleCheck size={14} aria-hidden />
        No problems.
      </Flex>
    );
  return (
    <Flex component="section" direction="column" mih={0} aria-label="Problems">
      <div className={classes['title']}>
        <span role="status">
          {errors > 0 ? counted(errors, 'problem') : counted(problems.length, 'warning')}
        </span>
        <Box component="span" fw={400}>
          <KeyCaps value="F8" />
        </Box>
      </div>
      <ul className={classes['list']}>
        {problems.map((problem) => (
          <li key={problemKey(problem)}>
            <button
              type="button"
              className={classes['problem']}
              data-severity={isInTheWay(problem) ? 'error' : 'warning'}
              onClick={() => goTo(problem)}
            >
              <SeverityIcon severity={isInTheWay(problem) ? 'error' : 'warning'} />
              <span title={problem.message}>{problem.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </Flex>
  );
}
