import type { ComponentType } from 'react';
import type { ItemSelection } from '../../shared/contract/items.ts';
import type { MetricsRequest } from '../../shared/contract/metrics.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { CommandDefinition } from '../ui/commands/commands.ts';
import type { FigureSource } from '../../shared/figures/fileName.ts';

export interface VocabularyEditorProps {
  /** The words as they are in the editor; they may be incomplete while one is typing. */
  readonly vocabulary: JsonObject;
  readonly onChange: (vocabulary: JsonObject) => void;
  readonly readOnly: boolean;
}

export interface MetricParametersProps {
  /** As they are saved. */
  readonly parameters: JsonObject;
  /** What files with figures are called after. */
  readonly source: FigureSource;
  readonly readOnly: boolean;
  readonly onSave: (parameters: JsonObject) => Promise<void>;
}

export interface ResultsPartProps {
  /** What the report on the screen answers, but for how it is divided. */
  readonly request: Omit<MetricsRequest, 'stratum'>;
  /** The figures on the screen answer it: not everything is computed at once. */
  readonly ready: boolean;
}

export interface LibraryActionProps {
  /** The items chosen; where none are, all that are listed. */
  readonly items: ItemSelection;
  readonly count: number;
  /** Whether any are chosen: only then it has a button. */
  readonly isChosen: boolean;
}

/** A benchmark's form at the Desk and in Adjudicate. */
export interface DeskForm {
  readonly form: ComponentType;
  /** Said when somebody wants to draw a box and there is no label for one. */
  readonly noLabels: string;
  /** Stands over image and queue as long as something is to be answered before they are seen. */
  readonly cover?: ComponentType;
  /** Stands in place of the image and its tools where nothing can be drawn, as the answer tells. */
  readonly stage?: { readonly part: ComponentType; readonly isShown: (answer: JsonObject) => boolean };
  /** Whether the form is mostly text to be read, and has as much room as the image. */
  readonly wide?: true;
  /** Whether lists keep an item's images back from a person who has yet to answer it. */
  readonly keepsImagesBack?: true;
}

/** What a benchmark adds to the window: the parts that differ from one benchmark to another. */
export interface BenchmarkParts {
  /** The form of its tasks. */
  readonly desk: DeskForm;
  /** Commands of its own whose keys can be changed. */
  readonly commands: readonly CommandDefinition[];
  /** Edits the words that a casebook can set itself. */
  readonly VocabularyEditor: ComponentType<VocabularyEditorProps>;
  /** Draws and edits what a casebook can set about the figures; left out where there is nothing to set. */
  readonly MetricParameters?: ComponentType<MetricParametersProps>;
  /** Figures of the Results that only this benchmark has; left out where the common ones say it all. */
  readonly ResultsPart?: ComponentType<ResultsPartProps>;
  /** What can be done with items of the Library in this benchmark alone: buttons beside the others, and commands. */
  readonly LibraryAction?: ComponentType<LibraryActionProps>;
}
