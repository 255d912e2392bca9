import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ItemId, PersonId } from '../base/ids.ts';
import { JsonObject } from '../base/json.ts';
import { AnswerAgreement, AnswerAgreementRequest } from './answerAgreement.ts';
import { procedure, progressOr } from './base.ts';
import { ItemStatistics, ItemStatisticsRequest } from './itemStatistics.ts';
import {
  ComparisonsReport,
  ComparisonsRequest,
  ItemsBehindRequest,
  MetricsReport,
  MetricsRequest,
} from './metrics.ts';

/** The benchmark's own figures for people and models. For curators. */
export const metrics = {
  choices: procedure.output(
    z.object({
      available: z.boolean(),
      strata: z.array(z.object({ name: z.string(), title: z.string() })),
      judges: z.array(z.object({ personId: PersonId, name: z.string() })),
      parameters: JsonObject,
    }),
  ),
  report: procedure.input(MetricsRequest).output(eventIterator(progressOr(MetricsReport))),
  /** How far people, and anybody asked for, agree with each other; of every benchmark that has a baseline. */
  agreement: procedure.input(AnswerAgreementRequest).output(eventIterator(progressOr(AnswerAgreement))),
  /** Respondents, and conditions, compared on the same items by one figure. */
  compare: procedure.input(ComparisonsRequest).output(eventIterator(progressOr(ComparisonsReport))),
  /** The items that a figure rests on, in the order of import. */
  behind: procedure.input(ItemsBehindRequest).output(z.object({ items: z.array(ItemId) })),
  /** How hard items are and how well they tell respondents apart. */
  items: procedure.input(ItemStatisticsRequest).output(eventIterator(progressOr(ItemStatistics))),
  saveParameters: procedure
    .input(z.object({ parameters: JsonObject }))
    .output(z.object({ parameters: JsonObject })),
};
