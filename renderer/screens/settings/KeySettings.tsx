import { ActionIcon, Box, Button, Flex, Group, Select, Text, TextInput } from '@mantine/core';
import { Plus, RotateCcw, Search, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { ApplicationSettings } from '../../../shared/contract/application.ts';
import { saveSettings, useApplicationState } from '../../ui/window/applicationState.ts';
import { type CommandDefinition, groupCommands } from '../../ui/commands/commands.ts';
import { useWindowParts } from '../../ui/window/windowParts.ts';
import { conflictsOf, type KeyConflict, keysOf } from '../../ui/commands/keymap.ts';
import { keyOfEvent } from '../../ui/commands/keyEvent.ts';
import { type Key, normaliseKey } from '../../ui/commands/press.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import classes from './SettingsScreen.module.css';

const PRESETS: readonly { readonly value: ApplicationSettings['keyPreset']; readonly label: string }[] = [
  { value: 'casebook', label: 'Casebook' },
  { value: 'cvat', label: 'CVAT' },
  { value: 'labelstudio', label: 'Label Studio' },
  { value: 'labelme', label: 'labelme' },
];

/** Every key, to change, add and remove; keys that mean two things at once are marked. */
export function KeySettings() {
  const settings = useApplicationState().data?.settings;
  const { commands: catalogue } = useWindowParts();
  const [searched, setSearched] = useState('');
  const [recording, setRecording] = useState<string | null>(null);
  if (settings === undefined) return null;
  const conflicts = conflictsOf(catalogue, settings);
  const wanted = searched.trim().toLowerCase();
  const shown = catalogue.filter(
    (command) =>
      wanted === '' ||
      command.title.toLowerCase().includes(wanted) ||
      keysOf(command, settings).some((key) => key.toLowerCase() === wanted),
  );
  const save = (change: Partial<ApplicationSettings>) => {
    saveSettings(change).catch((error: unknown) => {
      toastFailure('The keys were not saved', error);
    });
  };
  const setKeys = (command: CommandDefinition, keys: readonly Key[] | null) => {
    const { [command.id]: _replaced, ...others } = settings.keys;
    save({ keys: keys === null ? others : { ...others, [command.id]: [...keys] } });
  };
  return (
    <>
      <Group gap="sm" align="flex-end" mb="sm">
        <Select
          label="Shortcuts as in"
          data={[...PRESETS]}
          value={settings.keyPreset}
          allowDeselect={false}
          onChange={(keyPreset) => {
            if (keyPreset !== null) save({ keyPreset });
          }}
        />
        <TextInput
          flex={1}
          aria-label="Search commands and keys"
          placeholder="Search commands and keys"
          leftSection={<Search size={14} aria-hidden />}
          value={searched}
          onChange={(event) => setSearched(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<RotateCcw size={14} aria-hidden />}
          disabled={Object.keys(settings.keys).length === 0}
          onClick={() => save({ keys: {} })}
        >
          Reset all shortcuts
        </Button>
      </Group>
      <Text c="dimmed" role="status">
        {conflicts.length === 0
          ? 'No shortcut conflicts.'
          : `${String(conflicts.length)} ${conflicts.length === 1 ? 'shortcut conflicts' : 'shortcuts conflict'}; see the marks below.`}
      </Text>
      <table className={classes['keys']}>
        <tbody>
          {groupCommands(shown).map(([group, commands]) => (
            <Fragment key={group}>
              <tr>
                <th colSpan={3} scope="colgroup">
                  {group}
                </th>
              </tr>
              {commands.map((command) => (
                <KeyRow
                  key={command.id}
                  command={command}
                  keys={keysOf(command, settings)}
                  changed={Object.hasOwn(settings.keys, command.id)}
                  conflicts={conflicts.filter((conflict) =>
                    conflict.commands.some(({ id }) => id === command.id),
                  )}
                  recording={recording === command.id}
                  onRecord={(on) => setRecording(on ? command.id : null)}
                  onKeys={(keys) => setKeys(command, keys)}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <Text c="dimmed">No commands match.</Text>}
    </>
  );
}

function KeyRow({
  command,
  keys,
  changed,
  conflicts,
  recording,
  onRecord,
  onKeys,
}: {
  readonly command: CommandDefinition;
  readonly keys: readonly Key[];
  readonly changed: boolean;
  readonly conflicts: readonly KeyConflict[];
  readonly recording: boolean;
  readonly onRecord: (on: boolean) => void;
  /** Null: back to the preset's. */
  readonly onKeys: (keys: readonly Key[] | null) => void;
}) {
  return (
    <tr>
      <td>{command.title}</td>
      <td>
        <Flex wrap="wrap" align="center" rowGap="xs" columnGap="sm" mih={28}>
          {keys.map((key) => {
            const clashing = conflicts.some((conflict) => conflict.key === normaliseKey(key));
            return (
              <span key={key} className={classes['key']} data-conflict={clashing || undefined}>
                <KeyCaps value={key} />
                <ActionIcon
                  size={20}
                  aria-label={`Remove ${key} from ${command.title}`}
                  onClick={() => onKeys(keys.filter((each) => each !== key))}
                >
                  <X size={12} />
                </ActionIcon>
              </span>
            );
          })}
          {recording ? (
            <RecordKey
              onKey={(key) => {
                onRecord(false);
                if (key !== null) onKeys([...keys.filter((each) => normaliseKey(each) !== key), key]);
              }}
            />
          ) : (
            <ActionIcon
              size={24}
              aria-label={`Add a key for ${command.title}`}
              onClick={() => onRecord(true)}
            >
              <Plus size={14} />
            </ActionIcon>
          )}
        </Flex>
        {conflicts.map(({ key, commands }) => (
          <Box key={key} component="span" display="block" c="var(--casebook-disputed)" fz="xs">
            {key} is also used for:{' '}
            {commands
              .filter(({ id }) => id !== command.id)
              .map(({ title }) => title)
              .join(', ')}
          </Box>
        ))}
      </td>
      <td align="right">
        {changed && (
          <Button
            variant="subtle"
            aria-label={`Reset the shortcuts of ${command.title}`}
            onClick={() => onKeys(null)}
          >
            Reset
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Waits for a key and gives it; null where one leaves instead. Escape is a key like any other here. */
function RecordKey({ onKey }: { readonly onKey: (key: Key | null) => void }) {
  return (
    <Button
      variant="outline"
      ref={(button) => {
        button?.focus();
      }}
      onBlur={() => onKey(null)}
      onClick={() => onKey(null)}
      onKeyDown={(event) => {
        const key = keyOfEvent(event.nativeEvent);
        if (key === null) return;
        event.preventDefault();
        event.stopPropagation();
        onKey(key);
      }}
      onKeyUp={(event) => {
        // The key that opened the recorder comes up here, and a button would take it as a press.
        event.preventDefault();
      }}
    >
      Press a key…
    </Button>
  );
}
