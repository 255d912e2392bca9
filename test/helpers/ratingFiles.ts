import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { z } from 'zod';
import type { Services } from '../../electron/core/app/services.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import { quietly, readJson } from './casebooks.ts';

export const LABEL_STUDIO = { madeIn: 'Label Studio', blind: true, madeWhen: '2025-03/2025-05' } as const;

export const bringIn = (book: Services, source: string, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source, format: 'ratings-csv', ...more }, null, quietly);

export const handOut = (book: Services, target: string, format = 'hf') =>
  book.importExport.export(
    { target, names: true, times: true, format, status: null, images: 'none' },
    null,
    quietly,
  );

export const rowsOf = (path: string): Record<string, string>[] =>
  z
    .array(z.record(z.string(), z.string()))
    .parse(Papa.parse(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data);

const Card = z.looseObject({ statement: z.string(), origins: z.json(), fields: z.array(z.looseObject({})) });

/** All that an export says: its card for programs and for people, its metadata, its README and its labels. */
export function saidIn(folder: string) {
  const text = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8');
  return {
    card: Card.parse(readJson(`${folder}/reliability.json`)),
    people: text('reliability.md'),
    readme: text('README.md'),
    croissant: z.record(z.string(), z.unknown()).parse(readJson(`${folder}/croissant.json`)),
    labels: rowsOf(`${folder}/labels.csv`),
  };
}
