import { lazy, type ComponentType } from 'react';
import type { ItemSelection } from '../../shared/contract/items.ts';
import type { MetricsRequest } from '../../shared/contract/metrics.ts';
import type { JsonObject } from '../../shared/domain/json.ts';
import type { FigureSource } from '../ui/figures/export/fileName.ts';

export interface VocabularyEditorProps {
  /** The words as they stand in the editor; they may be incomplete while one is typing. */
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

/** What a benchmark adds to the window: the parts that differ from one benchmark to another. */
export interface BenchmarkInterface {
  /** Edits the words a project can set itself. */
  readonly VocabularyEditor: ComponentType<VocabularyEditorProps>;
  /** Draws and edits what a project can set about the figures; left out where there is nothing to set. */
  readonly MetricParameters?: ComponentType<MetricParametersProps>;
  /** Figures of the Results that only this benchmark has; left out where the common ones say it all. */
  readonly ResultsPart?: ComponentType<ResultsPartProps>;
  /** What can be done with items of the Library in this benchmark alone: buttons beside the others, and commands. */
  readonly LibraryAction?: ComponentType<LibraryActionProps>;
}

/** The windows' parts of each benchmark, by the benchmark's id. A new benchmark is an entry here. */
export const benchmarkInterfaces: Readonly<Record<string, BenchmarkInterface>> = {
  caughtcheating: {
    VocabularyEditor: lazy(async () => import('./caughtcheating/VocabularyEditor.tsx')),
  },
  mcsbench: {
    VocabularyEditor: lazy(async () => import('./mcsbench/VocabularyEditor.tsx')),
  },
  argus: {
    VocabularyEditor: lazy(async () => import('./argus/VocabularyEditor.tsx')),
    MetricParameters: lazy(async () => import('./argus/ScoreSurface.tsx')),
  },
  observatory: {
    VocabularyEditor: lazy(async () => import('./observatory/VocabularyEditor.tsx')),
    ResultsPart: lazy(async () => import('./observatory/results/ResultsPart.tsx')),
    LibraryAction: lazy(async () => import('./observatory/faceMesh/LibraryAction.tsx')),
  },
  generic: {
    VocabularyEditor: lazy(async () => import('./generic/VocabularyEditor.tsx')),
  },
};
