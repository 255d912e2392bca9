import type { Format } from '../formats/format.ts';
import type { Importer } from '../formats/reading/importer.ts';
import type { Casebook } from '../derived/casebook.ts';
import type { CasebookImages } from '../records/images/images.ts';
import type { SampleSource } from './sample.ts';

/** What a benchmark needs of files and of SQL. What it is otherwise, is in `shared/benchmarks/NAME/`. */
export interface BenchmarkCore {
  /** Its id in `shared/benchmarks/registry.ts`. */
  readonly id: string;
  /** The formats of its own. */
  readonly formats: readonly Format[];
  /** Its sample casebook; left out where it has none. */
  readonly sample?: SampleSource;
}

/** What a benchmark's own services work with. */
export interface BenchmarkCasebook {
  readonly casebook: Casebook;
  readonly images: CasebookImages;
  readonly importer: Importer;
}
