import { Box, Button, Flex, Select, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Bot, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { VerdictEffect } from '../../../../shared/contract/verdicts.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { orpc } from '../../../client/index.ts';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { figureText, type Print } from '../../../../shared/figures/exportTable.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../../ui/layout/ScreenPage.tsx';
import { useOnPaper } from '../../../ui/figures/onPaper.ts';
import { renamedEffects } from '../../../../shared/figures/renamed.ts';
import { judgeTitle } from '../../../../shared/figures/judgeName.ts';
import { changeText, countText, effectTable, signed, verdictsText } from './effectWords.ts';
import classes from './Effect.module.css';
import { create } from 'zustand';

/** What becomes of each respondent's figures when a judge's verdicts give way to the accepted ones. */
export function EffectView() {
  const judges = useQuery(orpc.verdicts.judges.queryOptions());
  const [choice, choose] = useEffectChoice();
  if (judges.error !== null && judges.data === undefined)
    return (
      <ErrorState
        title="The judges could not be read"
        error={judges.error}
        onRetry={() => void judges.refetch()}
      />
    );
  if (judges.data === undefined) return <LoadingState label="Looking for judges" />;
  const chosen =
    judges.data.find(({ personId }) => personId === choice.judge) ??
    judges.data.find(({ kind }) => kind !== 'human') ??
    judges.data[0];
  if (chosen === undefined)
    return (
      <EmptyState icon={Bot} title="Nobody has judged yet">
        Import an LLM judge’s verdicts, run an LLM judge, or assign judging to people.
      </EmptyState>
    );
  return (
    <ScreenPage wide>
      <ScreenHeader
        title="Effect"
        description="Each respondent’s figures by this judge alone and by accepted verdicts, with the verdicts that differ."
        actions={
          <Select
            aria-label="Judge"
            w={320}
            allowDeselect={false}
            data={judges.data.map((judge) => ({
              value: judge.personId,
              label: `${judgeTitle(judge)}: ${counted(judge.verdicts, 'verdict')}`,
            }))}
            value={chosen.personId}
            onChange={(value) => {
              const judge = judges.data.find(({ personId }) => personId === value);
              if (judge !== undefined) choose({ judge: judge.personId, opened: null });
            }}
          />
        }
      />
      <Effects judge={chosen.personId} name={chosen.name} />
    </ScreenPage>
  );
}

function Effects({ judge, name }: { readonly judge: PersonId; readonly name: string }) {
  const effects = useQuery(orpc.verdicts.effects.queryOptions({ input: { judge } }));
  const rows = useOnPaper(effects.data?.effects ?? null, renamedEffects);
  const [choice, choose] = useEffectChoice();
  if (effects.error !== null && effects.data === undefined)
    return (
      <ErrorState
        title="The figures could not be computed"
        error={effects.error}
        onRetry={() => void effects.refetch()}
      />
    );
  if (effects.data === undefined || rows === null) return <LoadingState label="Computing the figures" />;
  const { basis } = effects.data;
  if (rows.length === 0)
    return (
      <EmptyState icon={Bot} title="No figure changes">
        Wherever both a verdict of this judge and an accepted verdict count, the figures are the same.
      </EmptyState>
    );
  return (
    <>
      <Flex justify="flex-end">
        <TableExport
          name="the effect on the figures"
          source={{ topic: 'verdicts', of: ['effect'] }}
          people
          table={(naming) => effectTable(renamedEffects(rows, naming), naming.byId(judge, name), basis)}
        />
      </Flex>
      <Box component="p" mb="sm" c="dimmed">
        {[EXPLANATION, ...basis].join(' ')}
      </Box>
      {rows.some(({ hidden }) => hidden.length > 0) && (
        <Box component="p" mb="sm" c="dimmed">
          The figures include verdicts on cases that you have yet to decide or judge. The lists leave these
          verdicts out so that you decide and judge blind.
        </Box>
      )}
      <table className={classes['table']} aria-label="Effect on the figures">
        <thead>
          <tr>
            <th scope="col">Respondent</th>
            <th scope="col">Figure</th>
            <th scope="col">By this judge</th>
            <th scope="col">By accepted verdicts</th>
            <th scope="col">Change, same verdicts</th>
            <th scope="col">Verdicts</th>
          </tr>
        </thead>
        {rows.map((row, at) => {
          const key = `${row.personId} ${row.metric}`;
          const open = choice.opened === key;
          const first = rows[at - 1]?.personId !== row.personId;
          return (
            <tbody key={key} data-first={first || undefined}>
              <tr>
                <th scope="row">
                  {first ? row.respondent : <VisuallyHidden>{row.respondent}</VisuallyHidden>}
                </th>
                <td className={classes['metric']}>
                  <UnstyledButton
                    className={classes['open']}
                    aria-expanded={open}
                    aria-label={`${row.respondent}, ${row.title}: ${verdictsText(row)}`}
                    disabled={row.items.length === 0}
                    onClick={() => choose({ judge, opened: open ? null : key })}
                  >
                    <ChevronRight size={14} aria-hidden className={classes['chevron']} />
                    {row.title}
                  </UnstyledButton>
                </td>
                <td>
                  <Shown figure={row.byJudge} print={row} />
                </td>
                <td>
                  <Shown figure={row.accepted} print={row} />
                </td>
                <td>
                  <strong>{changeText(row)}</strong>
                  <Count n={row.same.n} />
                </td>
                <td>{countText(row)}</td>
              </tr>
              {open && (
                <tr>
                  <td colSpan={6} className={classes['details']}>
                    <Items row={row} />
                  </td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
    </>
  );
}

const EXPLANATION =
  'Both figures are those of Results and can rest on different items: n says how many. The change compares the two over the same verdicts: answers with both a verdict of this judge and an accepted one.';

/** A figure with the items it rests on. */
function Shown({
  figure: { value, n },
  print,
}: {
  readonly figure: VerdictEffect['accepted'];
  readonly print: Print;
}) {
  return (
    <>
      {value === null ? '–' : figureText(value, print)}
      {value !== null && <Count n={n} />}
    </>
  );
}

function Count({ n }: { readonly n: number }) {
  return <span className={classes['count']}> n = {formatCount(n)}</span>;
}

/** How many are shown at first: one list can hold thousands. */
const SHOWN = 50;

function Items({ row }: { readonly row: VerdictEffect }) {
  const [all, setAll] = useState(false);
  const items = all ? row.items : row.items.slice(0, SHOWN);
  return (
    <>
      <table
        className={classes['items']}
        aria-label={`Verdicts that change ${row.title} of ${row.respondent}`}
      >
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Criterion</th>
            <th scope="col">Judge</th>
            <th scope="col">Accepted</th>
            <th scope="col">Changes the figure by</th>
            <th scope="col">
              <VisuallyHidden>Case</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={`${item.response} ${item.criterion} ${item.subject}`}>
              <th scope="row">{item.item}</th>
              <td>
                {item.criterionTitle}
                {item.subject !== '' && ` ${item.subject}`}
              </td>
              <td>{item.judge}</td>
              <td>{item.gold}</td>
              <td>{signed(item.change, row)}</td>
              <td>
                <Button
                  size="compact-xs"
                  variant="default"
                  rightSection={<ArrowRight size={12} aria-hidden />}
                  aria-label={`Case of ${item.item}, ${item.criterionTitle}${item.subject === '' ? '' : ` ${item.subject}`}`}
                  onClick={() => goTo(places.verdictCase(item))}
                >
                  Case
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {items.length < row.items.length && (
        <Button mt="xs" size="compact-sm" variant="default" onClick={() => setAll(true)}>
          Show all {formatCount(row.items.length)}
        </Button>
      )}
    </>
  );
}

interface EffectChoice {
  readonly judge: PersonId | null;
  /** The figure whose verdicts are shown; coming back from a case, they still are. */
  readonly opened: string | null;
}

const useKeptChoice = create<EffectChoice>()(() => ({ judge: null, opened: null }));

/** Which judge is looked at, and which figure's verdicts. */
function useEffectChoice(): readonly [choice: EffectChoice, choose: (choice: EffectChoice) => void] {
  const choice = useKeptChoice();
  return [
    choice,
    (next) => {
      useKeptChoice.setState(next);
    },
  ];
}
