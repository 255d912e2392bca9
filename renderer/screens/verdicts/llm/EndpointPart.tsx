import { Button, Group, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMayCurate } from '../../../ui/window/applicationState.ts';
import { queryClient } from '../../../client/queryClient.ts';
import { client, orpc } from '../../../client/index.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { toast, toastFailure } from '../../../ui/toast.tsx';
import type { JudgeForm } from './form.ts';
import { placeOf } from './form.ts';
import classes from './judgeRuns.module.css';

interface MachineState {
  readonly enabled: boolean;
  readonly key: 'stored' | 'environment' | 'session' | 'none';
  readonly canStore: boolean;
}

const refresh = () => queryClient.invalidateQueries({ queryKey: orpc.judgeRuns.state.key() });

/** Where requests go, what is in them, the switch that lets them out, and the key. */
export function EndpointPart({
  form,
  change,
  state,
  problem,
}: {
  readonly form: JudgeForm;
  readonly change: (change: Partial<JudgeForm>) => void;
  readonly state: MachineState | undefined;
  readonly problem: string | undefined;
}) {
  const place = placeOf(form.endpoint);
  return (
    <section className={classes['panel']} aria-labelledby="judge-where">
      <h2 id="judge-where">Where</h2>
      <TextInput
        label="Endpoint"
        description="The address of an OpenAI-compatible server (vLLM, Ollama, a service), up to /v1"
        value={form.endpoint}
        error={problem}
        spellCheck={false}
        onChange={(event) => {
          change({ endpoint: event.currentTarget.value });
        }}
      />
      {place !== null && (
        <div className={classes['place']} data-local={place.local || undefined}>
          <strong className={classes['host']}>{place.host}</strong>
          {place.local ? (
            <p>This computer. Nothing leaves it, as far as Casebook is concerned.</p>
          ) : (
            <p>
              Another computer. For each verdict it gets the judge’s instruction, the question, the answer and
              what the answer is held against (clues, expected answers). It gets no image, no name of a person
              or respondent, and no file name. Nothing is sent to any other place.
            </p>
          )}
        </div>
      )}
      {place !== null && !place.local && !place.encrypted && (
        <Notice state="pending" title="Not encrypted">
          With http, others on the network to {place.host} can read the texts. Casebook sends no key this way:
          use https where the server needs one.
        </Notice>
      )}
      {state !== undefined && <SwitchField enabled={state.enabled} />}
      {state !== undefined && place !== null && (place.local || place.encrypted || state.key !== 'none') && (
        <KeyField key={place.host} endpoint={form.endpoint} host={place.host} state={state} />
      )}
    </section>
  );
}

function SwitchField({ enabled }: { readonly enabled: boolean }) {
  const editable = useMayCurate();
  const save = (next: boolean) => {
    client.judgeRuns
      .enable({ enabled: next })
      .then(refresh)
      .catch((error: unknown) => {
        toastFailure('The switch stays as it was', error);
      });
  };
  return (
    <Switch
      label="LLM judges may run on this computer"
      description="Off until you switch it on. Switching it off stops what is running."
      checked={enabled}
      disabled={!editable}
      onChange={(event) => {
        save(event.currentTarget.checked);
      }}
    />
  );
}

function KeyField({
  endpoint,
  host,
  state,
}: {
  readonly endpoint: string;
  readonly host: string;
  readonly state: MachineState;
}) {
  const [key, setKey] = useState('');
  const save = async (value: string) => {
    try {
      const { kept } = await client.judgeRuns.saveKey({ endpoint, key: value });
      setKey('');
      toast(KEPT[kept]);
    } catch (error) {
      toastFailure('The key was not kept', error);
    }
    await refresh();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') void save(key);
      }}
    >
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <PasswordInput
          flex={1}
          label="Key"
          description={`${KNOWN[state.key](host)} ${state.canStore ? 'It is kept encrypted by this system, never in the casebook.' : 'This program keeps it in memory until it ends, never in the casebook.'}`}
          placeholder={state.key === 'none' ? 'Leave empty where none is needed' : '••••••••'}
          value={key}
          autoComplete="off"
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
          onChange={(event) => {
            setKey(event.currentTarget.value);
          }}
        />
        <Button type="submit" variant="default" disabled={key.trim() === ''}>
          Keep the key
        </Button>
        {(state.key === 'stored' || state.key === 'session') && (
          <Button variant="default" onClick={() => void save('')}>
            Forget it
          </Button>
        )}
      </Group>
    </form>
  );
}

const KNOWN: Readonly<Record<MachineState['key'], (host: string) => string>> = {
  stored: (host) => `A key for ${host} is known.`,
  session: (host) => `A key for ${host} is known until Casebook ends.`,
  environment: () => 'The key is that of the environment variable CASEBOOK_JUDGE_KEY.',
  none: (host) => `No key for ${host} is known.`,
};

const KEPT = {
  stored: 'The key is kept, encrypted by this system.',
  session: 'The key is kept until Casebook ends.',
  none: 'The key is forgotten.',
};
