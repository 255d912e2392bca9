import type { CommandDeclaration, CommandGroup } from './command.ts';
import { agreementCommand } from './commands/agreement/commands.ts';
import {
  backupCommand,
  backupsCommand,
  checkCommand,
  cleanCommand,
  goldCommand,
  healthCommand,
  newCommand,
  restoreCommand,
  vocabularyCommand,
} from './commands/casebooks/commands.ts';
import { hubCommands } from './commands/hub/commands.ts';
import {
  attachCommand,
  exportCommand,
  formatsCommand,
  importCommand,
} from './commands/importExport/commands.ts';
import { judgeCommand } from './commands/judging/commands.ts';
import { deleteCommand, listCommand, splitCommand } from './commands/library/commands.ts';
import {
  imageGenerationCommand,
  queryScoresCommand,
  querySetsCommand,
} from './commands/observatory/commands.ts';
import { itemsCommand, metricsCommand } from './commands/results/commands.ts';
import { hostCommand, serveCommand } from './commands/serving/commands.ts';
import { planCommand, studyCommand } from './commands/studies/commands.ts';
import {
  assignCommand,
  conflictsCommand,
  mergeCommand,
  packageCommand,
  peopleCommand,
} from './commands/team/commands.ts';
import { proposalsCommand, validationCommand } from './commands/validation/commands.ts';

/** Every command, in the order of help. Adding one is a declaration in a room of `commands/` and a line here. */
export const COMMANDS: readonly (CommandDeclaration | CommandGroup)[] = [
  newCommand,
  importCommand,
  attachCommand,
  exportCommand,
  deleteCommand,
  listCommand,
  peopleCommand,
  assignCommand,
  packageCommand,
  mergeCommand,
  conflictsCommand,
  splitCommand,
  vocabularyCommand,
  checkCommand,
  goldCommand,
  healthCommand,
  agreementCommand,
  studyCommand,
  judgeCommand,
  metricsCommand,
  itemsCommand,
  proposalsCommand,
  validationCommand,
  imageGenerationCommand,
  querySetsCommand,
  queryScoresCommand,
  backupCommand,
  backupsCommand,
  restoreCommand,
  cleanCommand,
  serveCommand,
  hostCommand,
  hubCommands,
  planCommand,
  formatsCommand,
];
