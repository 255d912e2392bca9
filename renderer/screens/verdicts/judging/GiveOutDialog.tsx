import { Button, Checkbox, Group, Modal, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import type { CriterionDescription, JudgingSettings } from '../../../../shared/contract/judgments.ts';
import { PersonId } from '../../../../shared/domain/ids.ts';
import { casebookChanged } from '../../../ui/window/applicationState.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { failureOf, orpc } from '../../../client/index.ts';
import { counted, formatCount } from '../../../ui/format.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import classes from './Judging.module.css';

/** Gives answers to people to be judged; says beforehand what will come of it. */
export function GiveOutDialog({
  opened,
  criteria,
  onClose,
}: {
  readonly opened: boolean;
  readonly criteria: readonly CriterionDescription[];
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Give out judging"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <GiveOutForm criteria={criteria} onClose={onClose} />
    </Modal>
  );
}

const LARGEST_SEED = 0xffff_ffff;

/** Few enough digits to be read out and noted down. */
const newSeed = () => Math.floor(Math.random() * 1_000_000);

function GiveOutForm({
  criteria,
  onClose,
}: {
  readonly criteria: readonly CriterionDescription[];
  readonly onClose: () => void;
}) {
  const people = useQuery(orpc.people.list.queryOptions());
  const respondents = useQuery({ ...orpc.responses.respondents.queryOptions(), staleTime: 0 });
  const [title, setTitle] = useState('Judging');
  const [chosenCriteria, setCriteria] = useState<readonly string[]>(criteria.map(({ id }) => id));
  const [whose, setWhose] = useState<'all' | 'some'>('all');
  const [chosenRespondents, setRespondents] = useState<readonly PersonId[]>([]);
  const [judges, setJudges] = useState<readonly PersonId[]>([]);
  const [overlap, setOverlap] = useState(1);
  const [seed, setSeed] = useState(newSeed);
  const [unjudgedOnly, setUnjudgedOnly] = useState(false);
  const settings: JudgingSettings = {
    // In the order of judging, whatever the order of ticking.
    criteria: criteria.map(({ id }) => id).filter((id) => chosenCriteria.includes(id)),
    ...(whose === 'some' && { respondents: [...chosenRespondents] }),
    judges: [...judges],
    overlap: Math.max(1, overlap),
    seed,
    unjudgedOnly,
  };
  const complete =
    settings.criteria.length > 0 &&
    settings.judges.length > 0 &&
    (whose === 'all' || chosenRespondents.length > 0);
  const [settled] = useDebouncedValue(settings, 200);
  const isSettled = JSON.stringify(settled) === JSON.stringify(settings);
  const preview = useQuery(
    orpc.judgments.preview.queryOptions({
      input: settled,
      enabled: complete && isSettled,
      retry: false,
      staleTime: 0,
    }),
  );
  const report = complete && isSettled ? preview.data : undefined;
  const assign = useMutation({
    ...orpc.judgments.assign.mutationOptions(),
    onSuccess: async (made) => {
      onClose();
      toast(`“${made.title}” is given out to ${counted(made.judges.length, 'judge')}.`);
      await casebookChanged();
    },
    onError: (error) => {
      toastFailure('Nothing was given out', error);
    },
  });
  const offered = (people.data ?? []).filter(
    ({ kind, roles }) => kind === 'human' && roles.includes('judge'),
  );
  const readFailed = people.error ?? respondents.error;
  if (readFailed !== null) {
    const failure = failureOf(readFailed);
    return (
      <Notice state="disputed" title={failure.message}>
        {failure.hint}
      </Notice>
    );
  }
  if (people.data !== undefined && offered.length === 0)
    return (
      <Notice state="neutral" title="There are no judges">
        Give the people who are to judge the role of a judge.{' '}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            goTo(places.team);
          }}
        >
          Go to Team
        </Button>
      </Notice>
    );
  if (respondents.data?.length === 0)
    return (
      <Notice state="neutral" title="There are no answers to judge">
        Import answers of a model, or let people sit a study first.
      </Notice>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (report !== undefined && report.problems.length === 0 && title.trim() !== '')
          assign.mutate({ title: title.trim(), settings: settled });
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Title"
          description="What the judges read"
          data-autofocus
          required
          maxLength={200}
          value={title}
          onChange={(event) => {
            setTitle(event.currentTarget.value);
          }}
        />
        <Checkbox.Group
          label="Criteria"
          value={[...chosenCriteria]}
          onChange={(values) => {
            setCriteria(values);
          }}
        >
          <div className={classes['choices']}>
            {criteria.map(({ id, title: name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </div>
        </Checkbox.Group>
        <Radio.Group
          label="Answers of"
          value={whose}
          onChange={(value) => {
            setWhose(value === 'some' ? 'some' : 'all');
          }}
        >
          <Group gap="md" mt="xs">
            <Radio
              value="all"
              label={`Everybody (${respondents.data === undefined ? '…' : formatCount(respondents.data.length)})`}
            />
            <Radio value="some" label="Some" />
          </Group>
        </Radio.Group>
        {whose === 'some' && (
          <Checkbox.Group
            aria-label="Respondents"
            value={[...chosenRespondents]}
            onChange={(values) => {
              setRespondents(values.map((id) => PersonId.parse(id)));
            }}
          >
            <div className={classes['choices']}>
              {(respondents.data ?? []).map(({ personId, name, responses, targets, settled: done }) => (
                <Checkbox
                  key={personId}
                  value={personId}
                  label={name}
                  description={`${counted(responses, 'answer')}, ${formatCount(targets - done)} of ${formatCount(targets)} without a verdict`}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        <Checkbox.Group
          label="Judges"
          value={[...judges]}
          onChange={(values) => {
            setJudges(values.map((id) => PersonId.parse(id)));
          }}
        >
          <div className={classes['choices']}>
            {offered.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </div>
        </Checkbox.Group>
        <Group align="flex-end" gap="md">
          <NumberInput
            label="Judges per answer"
            w={136}
            min={1}
            max={Math.max(1, offered.length)}
            allowDecimal={false}
            value={overlap}
            onChange={(value) => {
              setOverlap(Number(value));
            }}
          />
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <NumberInput
              label="Seed"
              w={104}
              min={0}
              max={LARGEST_SEED}
              allowDecimal={false}
              hideControls
              value={seed}
              onChange={(value) => {
                setSeed(Math.min(LARGEST_SEED, Math.max(0, Number(value))));
              }}
            />
            <Button
              variant="default"
              aria-label="Another seed"
              title="Another seed"
              onClick={() => {
                setSeed(newSeed());
              }}
            >
              <Dices size={14} aria-hidden />
            </Button>
          </Group>
          <Checkbox
            label="Only what nobody has judged yet"
            pb={6}
            checked={unjudgedOnly}
            onChange={(event) => {
              setUnjudgedOnly(event.currentTarget.checked);
            }}
          />
        </Group>
        <section
          className={classes['preview']}
          aria-label="What this will do"
          aria-busy={complete && report === undefined}
        >
          {!complete && <p>Choose criteria, whose answers, and at least one judge.</p>}
          {complete && report === undefined && (
            <p>{preview.error !== null && isSettled ? failureOf(preview.error).message : 'Counting…'}</p>
          )}
          {report !== undefined && (
            <>
              <p>
                {counted(report.answers, 'answer')}, {counted(report.units, 'thing')} to judge:{' '}
                {report.byCriterion
                  .filter(({ units }) => units > 0)
                  .map(({ title: name, units }) => `${name} ${formatCount(units)}`)
                  .join(', ')}
              </p>
              {report.problems.map((problem) => (
                <p key={problem} className={classes['problems']}>
                  {problem}
                </p>
              ))}
              <ul aria-label="Shares">
                {report.perJudge.map(({ personId, name, units }) => (
                  <li key={personId}>
                    {name}: {formatCount(units)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={assign.isPending}
            disabled={
              report === undefined || report.units === 0 || report.problems.length > 0 || title.trim() === ''
            }
          >
            {report === undefined || report.units === 0
              ? 'Give out'
              : `Give out ${counted(report.units, 'thing')} to judge`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
