import { argusCommands } from '../../benchmarks/argus/commands.ts';
import { clueCommands } from '../../benchmarks/caughtcheating/commands.ts';
import { chainCommands, formCommands, optionCommands } from '../../benchmarks/mcsbench/commands.ts';
import { observatoryCommands } from '../../benchmarks/observatory/commands.ts';
import type { CommandDefinition } from '../commands.ts';
import { adjudicateCommands } from './adjudicateCommands.ts';
import { agreementCommands } from './agreementCommands.ts';
import { canvasCommands, deskCommands } from './deskCommands.ts';
import { applicationCommands, casebookCommands, screenCommands } from './globalCommands.ts';
import { helpCommands } from './helpCommands.ts';
import { judgeCommands } from './judgeCommands.ts';
import { libraryCommands } from './libraryCommands.ts';
import { resultsCommands } from './resultsCommands.ts';
import { seatCommands } from './seatCommands.ts';
import { studyCommands } from './studyCommands.ts';
import { judgeRunCommands } from './judgeRunCommands.ts';
import { teamCommands } from './teamCommands.ts';
import { validateCommands } from './validateCommands.ts';
import { verdictCommands } from './verdictCommands.ts';
import { workCommands } from './workCommands.ts';

/** Every command whose keys can be changed, whether or not its screen is on. */
export const catalogue: readonly CommandDefinition[] = [
  applicationCommands,
  casebookCommands,
  screenCommands,
  libraryCommands,
  workCommands,
  helpCommands,
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
