import { ORPCError, safe } from '@orpc/client';
import type { VerdictUnit } from '../../shared/contract/verdicts.ts';
import type { Json } from '../../shared/base/json.ts';
import type { Client } from './blindCasebook.ts';
import { clued, type JudgedBook, judgedCasebook } from './judgedCasebook.ts';
import { present } from './present.ts';

export const ANSWER = 'There are two glasses on the table. In the spoon I see a second person.';

/** Eight answers of a model to clued items; what two people and two LLMs say of their first criterion is up to a test. */
export async function book() {
  const made = await judgedCasebook();
  const [curt, ada, bodil] = [
    made.person('curt', ['curator']),
    made.person('ada', ['adjudicator']),
    made.person('bodil', ['adjudicator']),
  ];
  const judges = {
    jo: made.person('jo-the-judge', ['judge']),
    kim: made.person('kim-the-judge', ['judge']),
    gpt: made.model('gpt-secret', '4.1'),
    qwen: made.model('qwen-secret'),
  };
  const alpha = made.model('alpha-secret');
  const items = made.items(Array.from({ length: 8 }, (_, at) => clued(`n_${String(at)}`)));
  const responses = items.map((item) => made.answer({ by: alpha, item, answer: ANSWER }));
  const say = (at: number, said: Partial<Record<keyof typeof judges, Json>>): VerdictUnit => {
    const response = present(responses[at]);
    for (const [name, judge] of Object.entries(judges)) {
      const value = Object.entries(said).find(([who]) => who === name)?.[1];
      if (value !== undefined)
        made.verdict({ judge, response, criterion: 'cue_match', value, rationale: `${name} thinks so` });
    }
    return { response, criterion: 'cue_match', subject: '' };
  };
  return Object.assign(made, { curt, ada, bodil, judges, alpha, itemIds: items, responses, say });
}

export async function refusal(call: Promise<unknown>): Promise<unknown> {
  const { error } = await safe(call);
  return error instanceof ORPCError ? error.data?.code : (error?.message ?? 'answered');
}

export const decision = { value: 'YES', cause: 'too_lenient', note: 'It says so.', replaces: null } as const;

/** The figures that judging came to. */
export async function figures(window: Client) {
  for await (const event of await window.verdicts.agreement({ bootstrap: 0 }))
    if (event.type === 'result') return event.result;
  throw new Error('There are no figures.');
}

/** The accepted verdict on a unit. */
export function held(
  { services }: Pick<JudgedBook, 'services'>,
  { response, criterion, subject }: VerdictUnit,
): unknown {
  return services.casebook.database
    .prepare(
      'SELECT state, value, source FROM verdict_state WHERE response_id = ? AND criterion = ? AND subject = ?',
    )
    .raw()
    .get(response, criterion, subject);
}
