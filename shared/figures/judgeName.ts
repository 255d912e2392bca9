import type { Judge } from '../contract/verdicts.ts';

/** What makes an LLM judge the one it is, beside its name; empty for people. */
export function judgeDetails({ kind, version, temperature, instructionHash }: Judge): string {
  if (kind === 'human') return '';
  return [
    ...(version === null || version === '' ? [] : [`version ${version}`]),
    ...(temperature === null ? [] : [`temperature ${String(temperature)}`]),
    ...(instructionHash === null ? [] : [`instructions ${instructionHash.slice(0, 8)}`]),
  ].join(', ');
}

/** A judge in one line, told apart from another version of it. */
export function judgeTitle(judge: Judge): string {
  const details = judgeDetails(judge);
  return details === '' ? judge.name : `${judge.name} (${details})`;
}
