import type { FieldLevel, FormatDescription, ImportRequest } from '../../../shared/contract/importExport.ts';
import { type ModelDraft, namedModel, noModel } from './modelDraft.ts';
import { isOriginValid, namedOrigin, noOrigin, type OriginDraft } from './originDraft.ts';
import type { SourceAnswers } from './sourceAnswers.ts';

/** What the boxes of a source become. */
export type ImportedBoxOrigin = NonNullable<ImportRequest['boxes']>;
export const BOX_ORIGINS: readonly ImportedBoxOrigin[] = ['proposals', 'annotations', 'ratings'];

/** An import as it is typed and chosen. */
export interface ImportDraft {
  readonly source: string;
  /** Null: the format that the source looks like. */
  readonly format: string | null;
  readonly imagesFolder: string;
  readonly person: string | null;
  readonly link: boolean;
  readonly keepGoing: boolean;
  readonly levels: Readonly<Record<string, FieldLevel>>;
  readonly sourceAnswers: SourceAnswers;
  /** Null: what is usual for the benchmark. */
  readonly boxes: ImportedBoxOrigin | null;
  readonly origin: OriginDraft;
  readonly respondent: ModelDraft;
  readonly judge: ModelDraft;
}

/** The first draft for a source, before anything else is known of it. */
export const emptyImport = (source: string): ImportDraft => ({
  source,
  format: null,
  imagesFolder: '',
  person: null,
  link: false,
  keepGoing: false,
  levels: {},
  sourceAnswers: {},
  boxes: null,
  origin: noOrigin,
  respondent: noModel,
  judge: noModel,
});

/** What an import needs to be told, by its format. */
export interface ImportNeeds {
  readonly boxes: boolean;
  readonly origin: boolean;
  readonly respondent: boolean;
  readonly judge: boolean;
  /** Whether its boxes come in as ratings. */
  readonly rates: boolean;
  /** Whether it brings images: answers and verdicts are about items that are there, with theirs. */
  readonly images: boolean;
}

/** What an import needs to be told of a source in this format, whose boxes come in so. */
export function importNeeds(
  format: Pick<FormatDescription, 'asks' | 'carries'> | undefined,
  boxes: ImportedBoxOrigin,
): ImportNeeds {
  const asks = format?.asks ?? [];
  const rates = asks.includes('boxes') && boxes === 'ratings';
  return {
    boxes: asks.includes('boxes'),
    origin: asks.includes('origin') || rates,
    respondent: asks.includes('respondent'),
    judge: asks.includes('judge'),
    rates,
    images: format?.carries === undefined,
  };
}

/** Whether the draft says all that an import in this format needs. */
export const isImportComplete = (draft: ImportDraft, format: string | null, needs: ImportNeeds): boolean =>
  format !== null &&
  draft.source.trim() !== '' &&
  (!needs.judge || draft.judge.name.trim() !== '') &&
  (!needs.origin || isOriginValid(draft.origin));

/**
 * The respondent that the form shows. Verdicts that follow an import of answers are about those answers; another file of
 * answers is another respondent's.
 */
export function shownRespondent(
  named: ModelDraft,
  imported: Pick<ImportDraft, 'source' | 'respondent'> | null,
  source: string,
  needs: Pick<ImportNeeds, 'judge'>,
): ModelDraft {
  const isOfFormerFile = imported?.respondent === named && imported.source !== source && !needs.judge;
  return isOfFormerFile ? noModel : named;
}

/** The name of the respondent where none is typed: verdicts are of the only one there is, answers named after their file. */
export function usualRespondent(
  source: string,
  known: readonly string[],
  needs: Pick<ImportNeeds, 'judge'>,
): { readonly name: string; readonly isKnown: boolean } {
  const [only, another] = known;
  const name = needs.judge && only !== undefined && another === undefined ? only : titleOfFile(source);
  return { name, isKnown: name === only };
}

/** The name of a source's file without its ending. */
function titleOfFile(source: string): string {
  const name = source.trim().split(/[/\\]/u).at(-1) ?? '';
  return name.replace(/\.[^.]*$/u, '');
}

/** What is asked of the core: the draft without what is left empty or the format does not need. */
export function importRequest(
  draft: ImportDraft,
  chosen: {
    readonly format: string;
    readonly boxes: ImportedBoxOrigin;
    readonly respondent: ModelDraft;
    readonly usual: ReturnType<typeof usualRespondent>;
    readonly dryRun: boolean;
  },
  needs: ImportNeeds,
): ImportRequest {
  const { source, link, keepGoing, levels, person } = draft;
  const { format, boxes, respondent, usual, dryRun } = chosen;
  const imagesFolder = draft.imagesFolder.trim();
  // The core itself names a respondent after the file; only one that the casebook knows is named here.
  const name = respondent.name.trim() === '' && usual.isKnown ? usual.name : respondent.name;
  return {
    source: source.trim(),
    format,
    link,
    dryRun,
    keepGoing,
    levels,
    ...draft.sourceAnswers,
    ...(needs.boxes && { boxes }),
    ...(needs.origin && { origin: namedOrigin(draft.origin) }),
    ...(needs.respondent && { respondent: namedModel({ ...respondent, name, instructions: '' }) }),
    ...(needs.judge && { judge: namedModel(draft.judge) }),
    ...(needs.images && imagesFolder !== '' && { imagesFolder }),
    ...(person !== null && { person }),
  };
}
