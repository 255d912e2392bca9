import type { JsonObject } from '../../base/json.ts';
import type { Benchmark, ItemSummary } from '../benchmark.ts';
import { queryKind } from './queries/queryItem.ts';
import { summarizeQuery } from './queries/querySummary.ts';
import { ObservatoryPayload } from './schema.ts';
import { transformationTitle } from './transformationTitles.ts';

/** What items are filtered by; what only questions or only entities have is left out of the others. */
export const facets: Benchmark['facets'] = [
  { name: 'kind', title: 'Kind', onEvery: true },
  { name: 'domain', title: 'Domain' },
  { name: 'gender', title: 'Gender' },
  { name: 'family', title: 'Family' },
  { name: 'transformation', title: 'Transformation', valueTitle: transformationTitle },
  { name: 'category', title: 'Category' },
  { name: 'variants', title: 'Variants' },
];

/** An entity or a question as lists, search and filters show it. */
export function summarize(payload: JsonObject): ItemSummary {
  const kind = queryKind(payload);
  return kind === null ? summarizeEntity(payload) : summarizeQuery(payload, kind);
}

function summarizeEntity(payload: JsonObject): ItemSummary {
  const { id, domain, entity, gender, category, variants = [] } = ObservatoryPayload.parse(payload);
  const own: Record<string, string> = { kind: 'Entity', variants: String(variants.length) };
  if (domain !== undefined) own['domain'] = domain;
  if (typeof gender === 'string') own['gender'] = gender;
  if (typeof category === 'string' && category.trim() !== '') own['category'] = category;
  return { title: entity ?? String(id ?? ''), label: null, facets: own };
}
