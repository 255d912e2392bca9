import { SAME_BOX } from '../../../shared/benchmarks/difference.ts';
import { pathTitle } from '../../../shared/benchmarks/valueLines.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import { CasebookSettings } from '../../../shared/contract/casebooks.ts';
import type { PersonId } from '../../../shared/base/ids.ts';
import { JsonObject, sameJson } from '../../../shared/base/json.ts';
import type { Casebook } from './casebook.ts';
import type { AppendEvent } from './log.ts';
import { createMetaReader, readMetaText, writeMeta } from '../db/meta.ts';

export interface Settings {
  title(): string;
  vocabulary(): JsonObject;
  current(): CasebookSettings;
  rename(title: string, by: PersonId): void;
  /** Throws `invalid_input` where the benchmark does not accept the words. */
  saveVocabulary(vocabulary: JsonObject, by: PersonId): void;
  saveSettings(settings: Partial<CasebookSettings>, by: PersonId | null): CasebookSettings;
}

const initialSettings: CasebookSettings = {
  afterSubmit: 'in_review',
  singleRater: true,
  promotion: 'one_round',
  decideOwn: false,
  showEarlierGold: false,
  sameBox: SAME_BOX,
};

/** What an open casebook says of itself. Every change is logged with what it was before. */
export function createSettings({ database, benchmark }: Casebook, log: AppendEvent): Settings {
  const settings = createMetaReader(database, 'settings', (stored): CasebookSettings =>
    stored === null
      ? initialSettings
      : CasebookSettings.parse({ ...initialSettings, ...JsonObject.parse(stored) }),
  );
  const vocabulary = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored));
  return {
    title: () => readMetaText(database, 'title'),
    vocabulary,
    current: settings,
    rename: (title, by) =>
      database.transaction(() => {
        const from = readMetaText(database, 'title');
        if (from === title) return;
        writeMeta(database, 'title', title);
        log({ kind: 'settings', personId: by, detail: { field: 'title', from, to: title } });
      })(),
    saveVocabulary: (next, by) =>
      database.transaction(() => {
        const parsed = benchmark.vocabulary.parse(next);
        if (!parsed.ok) {
          const problems = parsed.problems.map(({ field, message }) =>
            field === null ? message : `${pathTitle(field)}: ${message}`,
          );
          throw new CasebookError(
            'invalid_input',
            `The vocabulary was not saved. ${problems.join(' ')}`,
            'The vocabulary is as it was. Correct it and save it again.',
          );
        }
        const from = vocabulary();
        if (sameJson(from, parsed.value)) return;
        writeMeta(database, 'vocabulary', parsed.value);
        log({
          kind: 'vocabulary',
          personId: by,
          diff: { added: {}, updated: { vocabulary: [from, parsed.value] }, removed: {} },
        });
      })(),
    saveSettings: (changes, by) =>
      database.transaction(() => {
        const from = settings();
        const next = CasebookSettings.parse({ ...from, ...changes });
        writeMeta(database, 'settings', next);
        log({ kind: 'settings', personId: by, detail: { field: 'settings', from, to: next } });
        return next;
      })(),
  };
}
