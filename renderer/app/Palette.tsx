import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { KeyCaps } from '../ui/commands/KeyCaps.tsx';
import { activeCommands, type Command, groupCommands } from '../ui/commands/commands.ts';
import { keysOf, useKeymap } from '../ui/commands/keymap.ts';

/** Every command that can be run now, to be found by typing. */
export function Palette() {
  const [commands, setCommands] = useState<readonly Command[]>([]);
  const keymap = useKeymap();
  return (
    <Spotlight
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Commands' } }}
      overlayProps={{ blur: 0 }}
      actions={groupCommands(commands).map(([group, members]): SpotlightActionGroupData => ({
        group,
        actions: members.map((command) => {
          const key = keysOf(command, keymap)[0];
          return {
            id: command.id,
            label: command.title,
            rightSection: key === undefined ? undefined : <KeyCaps value={key} />,
            onClick: () => {
              command.run();
            },
          };
        }),
      }))}
      nothingFound="No commands match."
      highlightQuery
      scrollable
      maxHeight={440}
      searchProps={{
        leftSection: <Search size={16} aria-hidden />,
        placeholder: 'Search commands',
        'aria-label': 'Search commands',
      }}
      // Taken when it opens: the screen behind does not change while it is open.
      onSpotlightOpen={() => setCommands(activeCommands().filter((command) => command.keyOnly !== true))}
    />
  );
}
