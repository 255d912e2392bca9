import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** Choosing the current user: one key for each of the first nine. */
export const chooseNameCommands = {
  choose1: choose(1),
  choose2: choose(2),
  choose3: choose(3),
  choose4: choose(4),
  choose5: choose(5),
  choose6: choose(6),
  choose7: choose(7),
  choose8: choose(8),
  choose9: choose(9),
};

function choose(number: number): CommandDefinition {
  return {
    id: `seat.choose${String(number)}`,
    title: `Work as person ${String(number)}`,
    group: 'Choose your name',
    defaultKeys: [String(number)],
    scope: 'screen',
    keyOnly: true,
  };
}
