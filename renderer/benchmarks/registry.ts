import { lazy, type ComponentType } from 'react';
import type { JsonObject } from '../../shared/domain/json.ts';
import type { FigureSource } from '../figures/export/fileName.ts';

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

/** What a benchmark adds to the window: the parts that differ from one benchmark to another. */
export interface BenchmarkInterface {
  /** Edits the words a project can set itself. */
  readonly VocabularyEditor: ComponentType<VocabularyEditorProps>;
  /** Draws and edits what a project can set about the figures; left out where there is nothing to set. */
  readonly MetricParameters?: ComponentType<MetricParametersProps>;
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
  },
  generic: {
    VocabularyEditor: lazy(async () => import('./generic/VocabularyEditor.tsx')),
  },
};
