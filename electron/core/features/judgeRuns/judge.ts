import { createHash } from 'node:crypto';
import type { JudgingScheme } from '../../../../shared/benchmarks/judging.ts';
import type { JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import { canonicalJson } from '../../../../shared/base/json.ts';
import type { ModelIdentity } from '../../records/verdicts/models.ts';

/** SHA-256 over the instructions of all criteria, in hexadecimal: another wording is another judge. */
function instructionHash({ criteria }: JudgingScheme): string {
  const texts = criteria.map(({ id, instruction: { system, user } }) => [id, system, user]);
  return createHash('sha256').update(canonicalJson(texts)).digest('hex');
}

/** Who judges in a run of these settings. */
export function judgeOf(
  judging: JudgingScheme,
  { model, version, temperature }: Pick<JudgeRunSettings, 'model' | 'version' | 'temperature'>,
): ModelIdentity {
  return {
    name: model,
    version: version.trim() === '' ? null : version.trim(),
    temperature,
    instructionHash: instructionHash(judging),
    settings: null,
  };
}
