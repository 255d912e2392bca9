import { benchmarks } from '../benchmarks/registry.ts';
import { Formats } from '../formats/catalogue.ts';
import { generalFormats } from '../formats/index.ts';

/** Every format that can be imported or exported: the general ones and those of each benchmark. */
export const formats = new Formats([...generalFormats, ...benchmarks.flatMap((each) => each.formats)]);
