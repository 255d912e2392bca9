import { z } from 'zod';
import type { JsonObject } from '../../../base/json.ts';
import type { ItemSummary } from '../../benchmark.ts';
import { Domain } from '../schema.ts';
import { transformationTitle } from '../transformationTitles.ts';
import { GUIDANCE } from './answerFile.ts';
import { CONDITIONS, ORIGINAL } from './entities.ts';
import { kindTitle } from './kinds.ts';
import type { QueryKind } from './query.ts';

/** What lists show of a question, complete or not: people who are asked see only part of it. */
const Told = z.looseObject({
  id: z.string().optional().catch(undefined),
  item: z.string().optional().catch(undefined),
  entity: z.string().optional().catch(undefined),
  guidance: z.enum(GUIDANCE).optional().catch(undefined),
  domain: Domain.optional().catch(undefined),
  gender: z.string().nullish().catch(undefined),
  family: z.enum(CONDITIONS).optional().catch(undefined),
  transformation: z.string().optional().catch(undefined),
});

/** A question as lists, search and filters show it. */
export function summarizeQuery(payload: JsonObject, kind: QueryKind): ItemSummary {
  const told = Told.parse(payload);
  const { entity = told.item, transformation } = told;
  const title = kindTitle(kind, told.guidance);
  const about = [entity, transformation === undefined ? undefined : variantName(transformation)].filter(
    (word) => word !== undefined && word !== '',
  );
  const facets: Record<string, string> = { kind: title };
  for (const name of ['domain', 'gender', 'family', 'transformation'] as const) {
    const value = told[name];
    if (typeof value === 'string' && value !== '') facets[name] = value;
  }
  return { title: about.length === 0 ? title : `${title}: ${about.join(', ')}`, label: null, facets };
}

const variantName = (transformation: string): string =>
  transformation === ORIGINAL ? 'original' : transformationTitle(transformation);
