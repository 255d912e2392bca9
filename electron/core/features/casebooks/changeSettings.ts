import type { Casebook } from '../../derived/casebook.ts';
import type { CasebookSettings } from '../../../../shared/contract/casebooks.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { followSettings } from '../../derived/followSettings.ts';

/** Changes settings of a casebook with all that follows from them. */
export function changeSettings(
  casebook: Casebook,
  changes: Partial<CasebookSettings>,
  by: PersonId | null,
): CasebookSettings {
  const { database, derived, records } = casebook;
  return database.transaction(() => {
    const before = records.settings.current();
    const after = records.settings.saveSettings(changes, by);
    followSettings(casebook, derived, before, after, by);
    return after;
  })();
}
