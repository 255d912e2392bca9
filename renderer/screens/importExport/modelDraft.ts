import type { NamedJudge } from '../../../shared/contract/importExport.ts';

/** What is known of a model, as it is typed; empty where nothing is. */
export interface ModelDraft {
  readonly name: string;
  readonly version: string;
  readonly temperature: number | null;
  readonly instructions: string;
}

export const noModel: ModelDraft = { name: '', version: '', temperature: null, instructions: '' };

/** The model that a draft names, without what is left empty. */
export function namedModel({ name, version, temperature, instructions }: ModelDraft): NamedJudge {
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(version.trim() !== '' && { version: version.trim() }),
    ...(temperature !== null && { temperature }),
    ...(instructions.trim() !== '' && { instructions: instructions.trim() }),
  };
}
