import { SAME_BOX } from '../../../shared/benchmarks/difference.ts';
import { pathTitle } from '../../../shared/benchmarks/valueLines.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import { CasebookSettings } from '../../../shared/contract/casebooks.ts';
import type { PersonId } from '../../../shared/base/ids.ts';
import { JsonObject, sameJson } from '../../../shared/base/json.ts';
import type { CasebookFiles } from './casebook.ts';
import type { AppendEvent } from './log.ts';
import { createMetaReader, readMetaText, writeMeta } from '../db/meta.ts';

const initialSettings: CasebookSettings = {
  afterSubmit: 'in_review',
  singleRater: true,
  promotion: 'one_round',
  decideOwn: false,
  showEarlierGold: false,
  sameBox: SAME_BOX,
};

/** What an open casebook says of itself. Every change is logged with what it was before. */
export class Settings {
  readonly #casebook: CasebookFiles;
  readonly #log: AppendEvent;
  readonly current;
  readonly vocabulary;

  constructor(casebook: CasebookFiles, log: AppendEvent) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#log = log;
    this.current = createMetaReader(database, 'settings', (stored): CasebookSettings =>
      stored === null
        ? initialSettings
        : CasebookSettings.parse({ ...initialSettings, ...JsonObject.parse(stored) }),
    );
    this.vocabulary = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored));
  }

  title(): string {
    return readMetaText(this.#casebook.database, 'title');
  }

  rename(title: string, by: PersonId): void {
    this.#casebook.database.transaction(() => {
      const from = readMetaText(this.#casebook.database, 'title');
      if (from === title) return;
      writeMeta(this.#casebook.database, 'title', title);
      this.#log({ kind: 'settings', personId: by, detail: { field: 'title', from, to: title } });
    })();
  }

  /** Throws `invalid_input` where the benchmark does not accept the words. */
  saveVocabulary(next: JsonObject, by: PersonId): void {
    this.#casebook.database.transaction(() => {
      const parsed = this.#casebook.benchmark.vocabulary.parse(next);
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
      const from = this.vocabulary();
      if (sameJson(from, parsed.value)) return;
      writeMeta(this.#casebook.database, 'vocabulary', parsed.value);
      this.#log({
        kind: 'vocabulary',
        personId: by,
        diff: { added: {}, updated: { vocabulary: [from, parsed.value] }, removed: {} },
      });
    })();
  }

  saveSettings(changes: Partial<CasebookSettings>, by: PersonId | null): CasebookSettings {
    return this.#casebook.database.transaction(() => {
      const from = this.current();
      const next = CasebookSettings.parse({ ...from, ...changes });
      writeMeta(this.#casebook.database, 'settings', next);
      this.#log({ kind: 'settings', personId: by, detail: { field: 'settings', from, to: next } });
      return next;
    })();
  }
}
