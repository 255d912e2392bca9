import { type CommandDefinition, harmless } from '../../ui/commands/commands.ts';

/** The commands of Judge. The keys of the verdicts themselves come with the criterion. */
export const judgeCommands = {
  proceed: judge('proceed', 'Continue: start, or submit the key points', ['Enter', 'Ctrl+Enter'], {
    whileTyping: true,
  }),
  back: harmless(judge('back', 'Previous answer', ['Backspace', 'ArrowLeft', 'PageUp'])),
  forward: harmless(judge('forward', 'Next answer, unchanged', ['ArrowRight', 'PageDown'])),
  skip: judge('skip', 'Skip with a reason…', ['Ctrl+Space'], { whileTyping: true }),
  note: judge('note', 'Write a note', ['Alt+N'], { whileTyping: true }),
  instruction: harmless(judge('instruction', 'Show the paper’s instruction', ['I'])),
  image: harmless(judge('image', 'Show or hide the image', ['G'])),
  text: judge('text', 'Go to the answer’s text', ['F']),
  mark: judge('mark', 'Mark the selected words as a key point', ['M', 'Space']),
  unmark: judge('unmark', 'Remove the key point here, or the last one', ['Delete', 'X']),
  sentence: judge('sentence', 'Select the sentence', ['S']),
  nextWord: move('nextWord', 'Next word', ['ArrowRight']),
  previousWord: move('previousWord', 'Previous word', ['ArrowLeft']),
  nextSentence: move('nextSentence', 'Next sentence', ['ArrowDown']),
  previousSentence: move('previousSentence', 'Previous sentence', ['ArrowUp']),
  extendWord: move('extendWord', 'Select one more word', ['Shift+ArrowRight']),
  shrinkWord: move('shrinkWord', 'Select one word fewer', ['Shift+ArrowLeft']),
  extendSentence: move('extendSentence', 'Select to the end of the sentence', ['Shift+ArrowDown']),
  shrinkSentence: move('shrinkSentence', 'Select to the start of the sentence', ['Shift+ArrowUp']),
  leave: harmless(judge('leave', 'Back to your judging', ['Alt+L'], { whileTyping: true })),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function judge(
  name: string,
  title: string,
  defaultKeys: readonly string[],
  options: Pick<CommandDefinition, 'whileTyping'> = {},
): CommandDefinition {
  return { id: `judge.${name}`, title, group: 'Judge', defaultKeys, scope: 'judge', ...options };
}

/** In the text these come before those that go from answer to answer. */
function move(name: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return {
    id: `judge.${name}`,
    title,
    group: 'In the text of an answer',
    defaultKeys,
    scope: 'passage',
    keyOnly: true,
  };
}
