import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** The commands of Adjudicate; its canvas has those of the Desk's. */
export const adjudicateCommands = {
  decide: adjudicate('decide', 'Decide; after that, the next case', ['Ctrl+Enter'], { whileTyping: true }),
  next: adjudicate('next', 'Next case', ['PageDown', 'Ctrl+ArrowRight']),
  previous: adjudicate('previous', 'Previous case', ['PageUp', 'Ctrl+ArrowLeft']),
  nextField: adjudicate('nextField', 'Next field or boxes', ['J'], { keyOnly: true }),
  previousField: adjudicate('previousField', 'Previous field or boxes', ['K'], { keyOnly: true }),
  mean: adjudicate('mean', 'Take the mean of these boxes', ['M']),
  write: adjudicate('write', 'Write the field anew', ['W']),
  cause: adjudicate('cause', 'Go to the cause', ['C']),
  table: adjudicate('table', 'Go to the answers', ['F']),
  image: adjudicate('image', 'Go to the image', ['G']),
  guideline: adjudicate('guideline', 'Add a guideline…', ['Alt+G']),
  reopen: adjudicate('reopen', 'Reopen the decision…', ['Alt+O']),
  overrule: adjudicate('overrule', 'Decide although nobody differs…', []),
  unanimous: adjudicate('unanimous', 'Accept all unanimous items…', []),
  queue: adjudicate('queue', 'Show or hide the queue of cases', ['Alt+Q'], { whileTyping: true }),
  leave: adjudicate('leave', 'Leave the case', ['Alt+L'], { whileTyping: true }),
  accept1: accept(1),
  accept2: accept(2),
  accept3: accept(3),
  accept4: accept(4),
  accept5: accept(5),
  accept6: accept(6),
  accept7: accept(7),
  accept8: accept(8),
  accept9: accept(9),
  acceptAllA: acceptAll('A'),
  acceptAllB: acceptAll('B'),
  acceptAllC: acceptAll('C'),
  acceptAllD: acceptAll('D'),
  acceptAllE: acceptAll('E'),
  acceptAllF: acceptAll('F'),
  acceptAllG: acceptAll('G'),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function accept(column: number): CommandDefinition {
  const key = String(column);
  const letter = String.fromCodePoint(64 + column);
  return adjudicate(`accept${key}`, `Accept ${letter}’s answer in this field`, [key], { keyOnly: true });
}

/** Digits with Shift fit the image: whole answers go by their letters. */
function acceptAll(letter: string): CommandDefinition {
  return adjudicate(`acceptAll${letter}`, `Accept all of ${letter}`, [`Shift+${letter}`]);
}

function adjudicate(
  name: string,
  title: string,
  defaultKeys: readonly string[],
  options: Pick<CommandDefinition, 'keyOnly' | 'whileTyping'> = {},
): CommandDefinition {
  return {
    id: `adjudicate.${name}`,
    title,
    group: 'Adjudicate',
    defaultKeys,
    scope: 'adjudicate',
    ...options,
  };
}
