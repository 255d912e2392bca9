import type { z } from 'zod';
import { ScoreLine, scoresOf, textsOf } from '../../../../shared/benchmarks/argus/scoreFile.ts';
import type { ImportRequest } from '../../../../shared/contract/importExport.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ReadAnswers } from '../../formats/answers/intake.ts';
import type { Party } from '../../formats/answers/incoming.ts';
import { parseLines } from '../../formats/answers/lines.ts';
import { identityOf, namedJudge, Respondents } from '../../formats/answers/parties.ts';

type Request = z.output<typeof ImportRequest>;

/** Responses of models; scores beside them are ignored. */
export function responsesOfArgus({ source, respondent }: Request): ReadAnswers {
  return async (intake, work) => {
    for await (const { place, line } of parseLines(source, ScoreLine, intake.report, work)) {
      const item = intake.item(line.id);
      if (item === null) continue;
      const party: Party = { kind: 'model', identity: identityOf(respondent, line.model) };
      for (const [step, text] of textsOf(line))
        if (text !== null)
          intake.answer({
            place,
            item,
            respondent: party,
            condition: line.version,
            step,
            answer: { kind: 'text', text },
            way: 'replace',
          });
    }
  };
}

/** A judge's scores; responses that the casebook does not have come with them. */
export function scoresOfArgus(casebook: Casebook, request: Request): ReadAnswers {
  const { source, respondent } = request;
  const respondents = new Respondents(casebook);
  const partyOf = (model: string): Party | null => {
    const exact: Party = { kind: 'model', identity: identityOf(respondent, model) };
    const isExact = [respondent.version, respondent.temperature, respondent.settings].some(
      (part) => part !== undefined,
    );
    const known = isExact ? null : respondents.called(model);
    return known === 'several' ? null : (known ?? exact);
  };
  return async (intake, work) => {
    const judge = await namedJudge(request.judge);
    const unclear = new Set<string>();
    for await (const { place, line } of parseLines(source, ScoreLine, intake.report, work)) {
      const item = intake.item(line.id);
      if (item === null) continue;
      const party = partyOf(line.model);
      if (party === null) {
        if (!unclear.has(line.model))
          intake.report.skip(
            line.model,
            'model',
            'Several respondents have that name: give the version or the temperature.',
          );
        unclear.add(line.model);
        continue;
      }
      const common = { place, item, respondent: party, condition: line.version };
      const scores = scoresOf(line);
      for (const [step, text] of textsOf(line)) {
        const isJudged = scores.some((score) => score.step === step);
        if (text === null && !isJudged) continue;
        intake.answer({
          ...common,
          step,
          answer: text === null ? { kind: 'unknown' } : { kind: 'text', text },
          way: 'complete',
        });
      }
      for (const { step, criterion, value } of scores)
        intake.verdict({
          ...common,
          step,
          criterion,
          subject: null,
          judge,
          outcome: 'given',
          value,
          rationale: null,
        });
    }
  };
}
