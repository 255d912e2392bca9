import { z } from 'zod';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../shared/benchmarks/task.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { acceptObject, brokenRule, markUnanswered } from '../../../shared/benchmarks/problems.ts';

const Kind = z.enum(['warning', 'ban', 'direction']);
const SourceItem = z.looseObject({
  sign: z.string().min(1),
  photo: z.string().min(1),
  kind: Kind.optional(),
});
const Payload = SourceItem.partial();
const Answer = z.strictObject({ kind: Kind.optional() });

const classify: Task = {
  id: 'classify',
  title: 'Classify',
  fields: () => [
    { name: 'kind', title: 'Kind', comparison: { level: 'nominal' } },
    { name: 'regions', title: 'Boxes', comparison: { level: 'boxes' } },
  ],
  initialAnswer(payload): JsonObject {
    const { kind } = Payload.parse(payload);
    return kind === undefined ? {} : { kind };
  },
  parseAnswer: (answer) => acceptObject(Answer, answer),
  applyAnswer: (payload, answer) => ({ ...payload, ...answer }),
  boxes: {
    labels: () => [{ id: 'sign', name: 'Sign', category: 'sign', attributes: {} }],
    labelForCategory: (_answer, _vocabulary, category) => (category === 'sign' ? 'sign' : null),
  },
  check: ({ answer }) =>
    answer['kind'] === undefined
      ? [markUnanswered(brokenRule('kind', 'The kind of the sign is not chosen.'))]
      : [],
};

/** An invented benchmark: photographs of street signs, their kind, and boxes around them. */
export const signs: Benchmark = {
  id: 'signs',
  title: 'Street signs',
  description: 'Photographs of street signs with their kind.',
  vocabulary: { initial: {}, parse: (value) => acceptObject(z.strictObject({}), value) },
  parseItem(value) {
    const accepted = acceptObject(SourceItem, value);
    if (!accepted.ok) return accepted;
    const { sign, photo } = SourceItem.parse(accepted.value);
    const images = [{ role: 'image', name: photo }];
    return { ok: true, value: { externalId: sign, payload: accepted.value, images } };
  },
  candidate: (imageName) => ({ sign: imageName, photo: imageName }),
  stimulus: () => ({}),
  summarize(payload) {
    const { sign = '', kind = null } = Payload.parse(payload);
    return { title: sign, label: kind, facets: {} };
  },
  facets: [],
  tasks: [classify],
  health: () => [],
};
