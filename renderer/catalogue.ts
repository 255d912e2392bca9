import { argusCommands } from './benchmarks/argus/commands.ts';
import { clueCommands } from './benchmarks/caughtcheating/commands.ts';
import { chainCommands, formCommands, optionCommands } from './benchmarks/mcsbench/commands.ts';
import { observatoryCommands } from './benchmarks/observatory/commands.ts';
import type { CommandDefinition } from './ui/commands/commands.ts';
import { adjudicateCommands } from './screens/adjudicate/commands.ts';
import { agreementCommands } from './screens/agreement/commands.ts';
import { canvasCommands, deskCommands } from './ui/commands/deskCommands.ts';
import { applicationCommands, casebookCommands, screenCommands } from './ui/commands/globalCommands.ts';
import { judgeCommands } from './screens/judge/commands.ts';
import { libraryCommands } from './screens/library/commands.ts';
import { resultsCommands } from './screens/results/commands.ts';
import { seatCommands } from './screens/chooseName/commands.ts';
import { studyCommands } from './screens/studies/commands.ts';
import { judgeRunCommands } from './screens/verdicts/llm/commands.ts';
import { teamCommands } from './screens/team/commands.ts';
import { validateCommands } from './screens/validate/commands.ts';
import { verdictCommands } from './screens/verdicts/commands.ts';
import { workCommands } from './screens/work/commands.ts';

/** Every command whose keys can be changed, whether or not its screen is on. */
export const catalogue: readonly CommandDefinition[] = [
  applicationCommands,
  casebookCommands,
  screenCommands,
  libraryCommands,
  workCommands,
  seatCommands,
  agreementCommands,
  resultsCommands,
  adjudicateCommands,
  judgeCommands,
  verdictCommands,
  validateCommands,
  studyCommands,
  judgeRunCommands,
  teamCommands,
  deskCommands,
  canvasCommands,
  clueCommands,
  argusCommands,
  formCommands,
  optionCommands,
  chainCommands,
  observatoryCommands,
].flatMap((commands) => Object.values(commands));
