import Papa from 'papaparse';
import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import {
  type AskedText,
  readTranslations,
  TRANSLATION_COLUMNS,
  type TranslationLine,
  translationLines,
  type TranslationStatus,
  translationStatus,
} from '../../../../shared/domain/itemTranslation.ts';
import type { ParticipantLanguage } from '../../../../shared/domain/participantLanguage.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { csvLines, fromCell } from '../../../../shared/base/csv.ts';
import type { StudyItem, StudyItemDrawer } from './draw.ts';
import type { StudyRow, StudyRows } from '../../records/studies/studyRows.ts';

/**
 * The items' texts in the language of a study. Items that are blind to the caller are left out everywhere; everything
 * throws `invalid_input` for a study in English.
 */
export class StudyTranslations {
  readonly #drawing: StudyItemDrawer;
  readonly #rows: Pick<StudyRows, 'items'>;

  constructor(drawing: StudyItemDrawer, rows: Pick<StudyRows, 'items'>) {
    this.#drawing = drawing;
    this.#rows = rows;
  }

  status(row: StudyRow, viewpoint: Viewpoint): TranslationStatus {
    return translationStatus(this.#textsOf(row, viewpoint), ...known(row));
  }

  lines(row: StudyRow, viewpoint: Viewpoint): TranslationLine[] {
    return translationLines(this.#textsOf(row, viewpoint), ...known(row));
  }

  /** What a report has: every text of today, and what was translated of earlier ones; null of a study in English. */
  reported(row: StudyRow, viewpoint: Viewpoint): readonly TranslationLine[] | null {
    const { language = 'en', translations: stored = [] } = row.settings;
    if (language === 'en') return null;
    const own = stored.filter((each) => each.language === language && !viewpoint.isBlind(each.itemId));
    const names = new Map(
      this.#drawing.load(own.map(({ itemId }) => itemId)).map((item) => [item.id, item.name]),
    );
    const lines = [
      ...this.lines(row, viewpoint),
      ...own.map(({ itemId, field, original, text, translator }) => ({
        item: names.get(itemId) ?? itemId,
        field,
        original,
        text,
        translator,
      })),
    ];
    return [...new Map(lines.map((line) => [keyOf(line), line])).values()];
  }

  /** What a table holds. Throws `invalid_input` for another file. */
  read(row: StudyRow, csv: string, viewpoint: Viewpoint): ReturnType<typeof readTranslations> {
    return readTranslations(tableLines(csv), this.#textsOf(row, viewpoint), languageOf(row));
  }

  #itemsOf({ id, state, settings }: StudyRow, viewpoint: Viewpoint): readonly StudyItem[] {
    if (state !== 'draft')
      return this.#drawing.load(
        this.#rows.items(id).flatMap((each) => (viewpoint.isBlind(each.id) ? [] : each.id)),
      );
    const { practice, main } = this.#drawing.draw(settings, viewpoint);
    return [...practice, ...main];
  }

  #textsOf(row: StudyRow, viewpoint: Viewpoint): readonly AskedText[] {
    return this.#itemsOf(row, viewpoint).flatMap(({ id, name, texts }) =>
      texts(row.settings.conditions).map((own): AskedText => ({ ...own, itemId: id, item: name })),
    );
  }
}

function known(row: StudyRow) {
  return [row.settings.translations ?? [], languageOf(row)] as const;
}

/** The language into which a study's items are translated. */
function languageOf({ title, settings: { language = 'en' } }: StudyRow): ParticipantLanguage {
  if (language !== 'en') return language;
  throw new CasebookError(
    'invalid_input',
    `The pages of the study "${title}" are in English: there is nothing to translate.`,
    'Nothing was changed. Choose another language in the study’s settings first.',
  );
}

/** A table of translations as a CSV file. */
export const translationCsv = (lines: readonly TranslationLine[]): string =>
  csvLines([TRANSLATION_COLUMNS, ...lines.map((line) => TRANSLATION_COLUMNS.map((name) => line[name]))]);

/** Of lines with the same key a report has one. */
const keyOf = ({ item, field, original, text }: TranslationLine): string =>
  JSON.stringify([item, field, original, text]);

/** The lines of a CSV file, each by the line of the file in which it begins. */
function tableLines(csv: string): (TranslationLine & { readonly line: number })[] {
  const text = csv.replace(/^\uFEFF/u, '');
  // Spreadsheets separate by what is usual in their country; the header tells.
  const [head = ''] = text.split(/\r?\n|\r/u, 1);
  const delimiter = [',', ';', '\t'].find((each) => head.includes(each)) ?? ',';
  const rows = z.array(z.array(z.string())).parse(Papa.parse<unknown>(text, { delimiter }).data);
  const names = rows[0]?.map((name) => name.trim().toLowerCase()) ?? [];
  const missing = TRANSLATION_COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new CasebookError(
      'invalid_input',
      `The file lacks the ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}.`,
      'Nothing was imported. Export the table, fill in its columns text and translator, and import that file.',
    );
  let next = 1;
  return rows.flatMap((cells, place) => {
    const line = next;
    next += 1 + (cells.join('').match(/\r\n?|\n/gu)?.length ?? 0);
    if (place === 0 || cells.every((cell) => cell.trim() === '')) return [];
    const cell = (name: (typeof TRANSLATION_COLUMNS)[number]) => fromCell(cells[names.indexOf(name)] ?? '');
    return {
      line,
      item: cell('item'),
      field: cell('field'),
      original: cell('original'),
      text: cell('text'),
      translator: cell('translator'),
    };
  });
}
