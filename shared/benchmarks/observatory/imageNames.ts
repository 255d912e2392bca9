import type { JsonObject } from '../../base/json.ts';
import { withImageNames as withEntityImageNames } from './codec.ts';
import { isQuery, withQueryImageNames } from './queries/queryItem.ts';

/** An entity or a question with the names of its images, by their positions, replaced. */
export const withImageNames = (payload: JsonObject, names: readonly string[]): JsonObject =>
  isQuery(payload) ? withQueryImageNames(payload, names) : withEntityImageNames(payload, names);
