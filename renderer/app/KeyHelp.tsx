import { Modal, Text } from '@mantine/core';
import { create } from 'zustand';
import { KeyCaps } from '../ui/commands/KeyCaps.tsx';
import { activeCommands, type Command, groupCommands } from '../ui/commands/commands.ts';
import { keysOf, useKeymap } from '../ui/commands/keymap.ts';
import classes from './KeyHelp.module.css';

const useHelp = create<{ readonly commands: readonly Command[] | null }>()(() => ({ commands: null }));

/** Shows the keys of the present screen. */
export function showKeyHelp(): void {
  // Several commands of one name (a narrower one in front of a wider one) are listed once.
  const byId = new Map(activeCommands().map((command) => [command.id, command]));
  useHelp.setState({ commands: [...byId.values()] });
}

/** The place where {@link showKeyHelp} shows them; once in the app. */
export function KeyHelp() {
  const { commands } = useHelp();
  const keymap = useKeymap();
  const withKeys = (commands ?? []).filter((command) => keysOf(command, keymap).length > 0);
  return (
    <Modal
      opened={commands !== null}
      onClose={() => useHelp.setState({ commands: null })}
      title="Keyboard shortcuts"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes['groups']}>
        {groupCommands(withKeys).map(([group, members]) => (
          <section key={group} className={classes['group']}>
            <h3>{group}</h3>
            <dl>
              {members.map((command) => (
                <div key={command.id} className={classes['row']}>
                  <dt>{command.title}</dt>
                  <dd>
                    {keysOf(command, keymap).map((key) => (
                      <KeyCaps key={key} value={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Text c="dimmed" mt="md">
        Single-key shortcuts are off while you type. Change any shortcut in Settings.
      </Text>
    </Modal>
  );
}
