import { Box, Button, Group, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMayCurate } from '../../../ui/window/applicationState.ts';
import { queryClient } from '../../../client/queryClient.ts';
import { client, orpc } from '../../../client/index.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { type JudgeForm, placeOf } from './form.ts';
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
      <h2 id="judge-where">Where requests go</h2>
      <TextInput
        label="Endpoint"
        description="The address of an OpenAI-compatible server (vLLM, Ollama, a service), up to /v1"
        value={form.endpoint}
        error={problem}
        spellCheck={false}
        onChange={(event) => change({ endpoint: event.currentTarget.value })}
      />
      {place !== null && (
        <div className={classes['place']} data-local={place.local || undefined}>
          <Box component="strong" fz={20} lh="28px" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {place.host}
          </Box>
          {place.local ? (
            <p>This computer. Casebook sends nothing elsewhere.</p>
          ) : (
            <p>
              Another computer. For each verdict, Casebook sends it the judge’s instruction, the question, the
              answer and the reference (clues, expected answers). Casebook sends no images, no names of people
              or respondents, and no file names. It sends nothing anywhere else.
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
        toastFailure('The switch could not be changed', error);
      });
  };
  return (
    <Switch
      label="Allow requests to LLM judges"
      description="Off by default. Switching it off stops running judges."
      checked={enabled}
      disabled={!editable}
      onChange={(event) => save(event.currentTarget.checked)}
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
      toastFailure('The key could not be saved', error);
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
          description={`${KNOWN[state.key](host)} ${state.canStore ? 'The operating system encrypts and keeps it; it is never in the casebook.' : 'Casebook keeps it in memory until you close it, never in the casebook.'}`}
          placeholder={state.key === 'none' ? 'Leave empty if none is needed' : '••••••••'}
          value={key}
          autoComplete="off"
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={key.trim() === ''}>
          Save key
        </Button>
        {(state.key === 'stored' || state.key === 'session') && (
          <Button variant="default" onClick={() => void save('')}>
            Forget key
          </Button>
        )}
      </Group>
    </form>
  );
}

const KNOWN: Readonly<Record<MachineState['key'], (host: string) => string>> = {
  stored: (host) => `Casebook has a key for ${host}.`,
  session: (host) => `Casebook has a key for ${host} until you close it.`,
  environment: () => 'Casebook uses the key in the environment variable CASEBOOK_JUDGE_KEY.',
  none: (host) => `Casebook has no key for ${host}.`,
};

const KEPT = {
  stored: 'Key saved, encrypted by the operating system.',
  session: 'Casebook keeps the key until you close it.',
  none: 'Key forgotten.',
};
