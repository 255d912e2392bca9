import type { CommandDefinition } from '../commands.ts';

const APPLICATION = 'Casebook';
const GO = 'Go to';

/** What is on offer whatever the window shows. */
export const applicationCommands = {
  palette: global('app.palette', 'Find a command', APPLICATION, ['Ctrl+K'], true),
  help: global('app.help', 'Help for this screen', APPLICATION, ['F1']),
  keys: global('app.keys', 'Keys of this screen', APPLICATION, ['?', 'Shift+F1']),
  create: global('casebook.new', 'New casebook…', APPLICATION, ['Ctrl+N']),
  open: global('casebook.open', 'Open a casebook…', APPLICATION, ['Ctrl+O']),
  openPackage: global('casebook.openPackage', 'Open a package…', APPLICATION, []),
  theme: global('app.theme', 'Switch between light and dark', APPLICATION, []),
  diagnostics: global('app.diagnostics', 'Copy diagnostics', APPLICATION, []),
};

/** What is on offer while a casebook is open. */
export const casebookCommands = {
  close: global('casebook.close', 'Close the casebook', APPLICATION, []),
  llmJudge: global('go.llmJudge', 'LLM judge', GO, []),
  backup: global('casebook.backup', 'Save a copy of the casebook…', APPLICATION, []),
  import: global('transfer.import', 'Import…', 'In and out', ['Ctrl+I']),
  export: global('transfer.export', 'Export…', 'In and out', ['Ctrl+E']),
  attach: global('transfer.attach', 'Attach missing images…', 'In and out', []),
};

/** Making what a benchmark consists of. */
export const materialCommands = {
  words: global('material.words', 'Render words…', 'Material', []),
  variants: global('material.variants', 'Make variants…', 'Material', []),
  questions: global('material.questions', 'Build questions…', 'Material', []),
};

/** Going to each screen. */
export const screenCommands = {
  library: global('go.library', 'Library', GO, ['Alt+1'], true),
  work: global('go.work', 'My work', GO, ['Alt+8'], true),
  sittings: global('go.sittings', 'My studies', GO, [], true),
  studies: global('go.studies', 'Baseline', GO, [], true),
  judge: global('go.judge', 'Judge', GO, ['Alt+9'], true),
  verdicts: global('go.verdicts', 'Verdicts', GO, ['Alt+0'], true),
  adjudicate: global('go.adjudicate', 'Adjudicate', GO, ['Alt+7'], true),
  validate: global('go.validate', 'Validate', GO, [], true),
  results: global('go.results', 'Results', GO, [], true),
  material: global('go.material', 'Material', GO, [], true),
  agreement: global('go.agreement', 'Agreement', GO, ['Alt+6'], true),
  health: global('go.health', 'Health', GO, ['Alt+2'], true),
  history: global('go.history', 'History', GO, ['Alt+3'], true),
  team: global('go.team', 'Team', GO, ['Alt+4'], true),
  settings: global('go.settings', 'Settings', GO, ['Alt+5', 'Ctrl+,'], true),
};

function global(
  id: string,
  title: string,
  group: string,
  defaultKeys: readonly string[],
  whileTyping?: true,
): CommandDefinition {
  return { id, title, group, defaultKeys, scope: 'global', ...(whileTyping && { whileTyping }) };
}
