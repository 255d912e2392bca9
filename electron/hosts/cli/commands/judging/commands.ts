import type { CommandDeclaration } from '../../command.ts';
import type { JudgeOptions } from './judge.ts';

export const judgeCommand: CommandDeclaration = {
  usage: 'judge <dir>',
  summary: 'asks an LLM judge for verdicts, only at your endpoint',
  inApp: 'Verdicts > LLM judge',
  options: (command) =>
    command
      .option('--endpoint <url>', 'an OpenAI-compatible address, such as http://127.0.0.1:11434/v1')
      .option('--model <name>', 'the endpoint’s name for the judge')
      .option('--version <text>', 'a version that the endpoint does not report: a date, a quantisation')
      .option('--temperature <t>', 'default: 0')
      .option('--criteria <names>', 'separated by commas (default: all)')
      .option('--respondents <handles>', 'only their answers, separated by commas')
      .option('--concurrency <n>', 'parallel requests (default: 4)')
      .option('--retries <n>', 'retries, with growing waits (default: 5)')
      .option('--max-tokens <n>', 'the maximum tokens of a reply (default: 1024)')
      .option('--timeout <seconds>', 'the timeout for a reply (default: 120)')
      .option('--price <prompt,completion>', 'price per million tokens, for the cost shown')
      .option('--first <n>', 'only the first n answers')
      .option('--test', 'send one short request and say what came of it', false)
      .option('--dry-run', 'show the requests, send nothing', false)
      .option('--resume <run>', 'resume a run, without asking again for existing verdicts')
      .addHelpText(
        'after',
        '\nThe key, where the endpoint needs one, is read from the environment variable CASEBOOK_JUDGE_KEY. Casebook never stores it.',
      ),
  run: (invocation) => async (dir: string, options: JudgeOptions) => {
    const { askJudge } = await import('./judge.ts');
    await askJudge(invocation, dir, options);
  },
};
