import { labelWriter } from './exportCompanions.ts';
import type { ExportFormat } from '../../formats/exportFormat.ts';

/** Individual labels alone; in a folder they are one of the files that lie beside every export. */
export const ratingsCsv: ExportFormat = {
  refuse: () => null,
  name: (items) => items.map(({ id, externalId }) => ({ id, externalId, images: [] })),
  imagePath: (name) => name,
  owns: (path) => path === 'labels.csv',
  listsImages: false,
  singleFile: ['.csv'],
  // Agreement is about what raters said, whatever became of the item.
  usualStatus: null,
  open: (output, { single, casebook }) =>
    single === null
      ? Promise.resolve({ add: () => Promise.resolve(), end: () => Promise.resolve() })
      : labelWriter(output, casebook),
};
