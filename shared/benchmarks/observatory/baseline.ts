import { z } from 'zod';
import type { JsonObject } from '../../base/json.ts';
import { asWritten, type Baseline, type Translate } from '../baseline.ts';
import type { BaselineStep } from '../../domain/baseline.ts';
import { problemsOf } from '../problems.ts';
import { noteOf, outcomeOf, SUPPORT } from './baselineFeedback.ts';
import { CONSENT, gridPrompt, INSTRUCTIONS, matchingPrompt, placesPrompt, THANKS } from './baselineTexts.ts';
import { boxOf } from './codec.ts';
import { attributeName } from './labels.ts';
import { GUIDANCE } from './queries/answerFile.ts';
import { KINDS } from './queries/kinds.ts';
import { LETTERS } from './queries/imageMatching.ts';
import { Query } from './queries/query.ts';
import { isQuery } from './queries/queryItem.ts';
import { readWords } from './queries/readWords.ts';
import { CornerBox, Domain, SideConvention } from './schema.ts';

/** The one step of a question. */
export const ANSWER_STEP = 'answer';

/** A box without anything else that a file may say of it. */
const Corners = CornerBox.transform(({ x1, y1, x2, y2 }) => ({ x1, y1, x2, y2 }));

/**
 * What participants are asked, and the whole of what reaches them of a question: no answer, no roles of candidates, no
 * family, no transformation, no names of files, and no boxes but those that are given.
 */
const QuestionPayload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('matching'), domain: Domain }),
  z.object({ kind: z.literal('grid'), domain: Domain }),
  z.object({
    kind: z.literal('localisation'),
    domain: Domain,
    guidance: z.enum(GUIDANCE),
    side: SideConvention,
    given: z.record(z.string(), Corners),
    given_corner: z.object({ x1: z.number(), y1: z.number() }).nullable().default(null),
    attributes: z.array(z.string()).min(1),
  }),
]);
type QuestionPayload = z.infer<typeof QuestionPayload>;
type AskedPlaces = Extract<QuestionPayload, { kind: 'localisation' }>;

/** One question an item: a letter, a cell of a collage, or a box for each attribute. */
export const baseline: Baseline = {
  conditions: [{ id: '', title: 'All' }],
  texts: { consent: CONSENT, instructions: INSTRUCTIONS, thanks: THANKS },
  startingFacets: { kind: KINDS.map(({ title }) => title) },
  usable(payload) {
    if (!isQuery(payload))
      return {
        ok: false,
        reason: 'It is an entity, not a question: build questions from entities under Image generation.',
      };
    const query = Query.safeParse(payload);
    if (!query.success) {
      const [first] = problemsOf(query.error);
      return {
        ok: false,
        reason: `It cannot be asked: ${first?.field ?? 'it'}: ${first?.message ?? 'is not a question'}.`,
      };
    }
    const attributes = query.data.kind === 'localisation' ? query.data.attributes : [];
    return new Set(attributes).size < attributes.length
      ? { ok: false, reason: 'It asks for the same attribute twice.' }
      : { ok: true };
  },
  exclusive(payload) {
    const query = Query.safeParse(payload).data;
    if (query === undefined) return null;
    const { domain, item, entity, support } = query;
    // Boxes are the same on every image of an entity, and people who have seen its original find it again.
    return {
      key: JSON.stringify([domain, item ?? entity ?? support.image]),
      kind: query.kind === 'localisation' ? query.guidance : query.kind,
    };
  },
  forParticipant: (payload): JsonObject => askedIn(payload) ?? {},
  steps,
  read: (payload, _step, words) => readWords(payload, words),
  feedback(payload, _condition, answers) {
    const query = Query.safeParse(payload);
    const answer = answers[ANSWER_STEP];
    if (!query.success || answer === undefined) return [];
    const support = steps(payload)[0]?.notes?.[1] ?? noteOf(SUPPORT);
    return [{ step: ANSWER_STEP, ...outcomeOf(query.data, answer, support) }];
  },
};

const askedIn = (payload: JsonObject): QuestionPayload | null =>
  QuestionPayload.safeParse(payload).data ?? null;

function steps(payload: JsonObject, _condition = '', translate = asWritten): readonly BaselineStep[] {
  const asked = askedIn(payload);
  if (asked === null) return [];
  switch (asked.kind) {
    case 'matching':
      return [
        {
          id: ANSWER_STEP,
          title: 'Image matching',
          prompt: translate(matchingPrompt(asked.domain), 'question'),
          answer: {
            kind: 'choice',
            options: LETTERS.map((letter) => ({
              id: letter,
              text: translate(`Candidate ${letter}`, `candidates/${letter}`),
            })),
            permute: false,
          },
          notes: [noteOf(SUPPORT), ...LETTERS.map((letter) => ({ ...noteOf(letter), option: letter }))],
        },
      ];
    case 'grid':
      return [
        {
          id: ANSWER_STEP,
          title: 'Grid pointing',
          prompt: translate(gridPrompt(asked.domain), 'question'),
          answer: { kind: 'cell', rows: 2, columns: 2 },
          notes: [noteOf('Collage'), noteOf(SUPPORT)],
        },
      ];
    case 'localisation':
      return [placesStep(asked, translate)];
  }
}

function placesStep(asked: AskedPlaces, translate: Translate): BaselineStep {
  const { domain, guidance, side, attributes, given_corner: corner } = asked;
  const given = Object.entries(asked.given);
  const called = (attribute: string): string =>
    translate(attributeName(attribute), `attributes/${attribute}`);
  return {
    id: ANSWER_STEP,
    title: 'Attribute localisation',
    prompt: translate(
      placesPrompt({
        domain,
        guidance,
        side,
        given: given.map(([attribute]) => attribute),
        hasCorner: corner !== null,
        attributes,
      }),
      'question',
    ),
    answer: {
      kind: 'boxes',
      labels: attributes.map((attribute) => ({ id: attribute, text: called(attribute) })),
      most: attributes.length,
      eachOnce: true,
    },
    notes: [
      noteOf('Draw on this image'),
      {
        ...noteOf(SUPPORT),
        boxes: given.map(([attribute, box]) => ({ label: called(attribute), ...boxOf(box) })),
        points:
          corner === null
            ? []
            : [{ label: translate('Top left corner', 'corner'), x: corner.x1, y: corner.y1 }],
      },
    ],
  };
}
