import { z } from 'zod';
import type { ImageNote, StepAnswer } from '../../domain/baseline.ts';
import { intersectionOverUnion } from '../../domain/geometry.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Baseline, BaselineStep } from '../baseline.ts';
import { problemsOf } from '../problems.ts';
import { CONSENT, INSTRUCTIONS, THANKS, gridPrompt, matchingPrompt, placesPrompt } from './baselineTexts.ts';
import { boxOf } from './codec.ts';
import { attributeName } from './labels.ts';
import { GUIDANCE } from './queries/answerFile.ts';
import { LETTERS } from './queries/imageMatching.ts';
import { Query } from './queries/query.ts';
import { isQuery } from './queries/queryItem.ts';
import { readWords } from './queries/readWords.ts';
import { CornerBox, Domain, Side } from './schema.ts';

/** The one step of a question. */
export const ANSWER_STEP = 'answer';
/** How much two boxes must overlap (intersection over union) for practice to call an attribute found. */
const FOUND = 0.5;
const UNKNOWN = '(not known)';

/** A box without anything else that a file may say of it. */
const Corners = CornerBox.transform(({ x1, y1, x2, y2 }) => ({ x1, y1, x2, y2 }));

/**
 * What participants are asked, and the whole of what reaches them of a question: no answer, no roles of candidates, no
 * family, no transformation, no names of files, and no boxes but those that are given.
 */
const Asked = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('matching'), domain: Domain }),
  z.object({ kind: z.literal('grid'), domain: Domain }),
  z.object({
    kind: z.literal('localisation'),
    domain: Domain,
    guidance: z.enum(GUIDANCE),
    side: Side,
    given: z.record(z.string(), Corners),
    given_corner: z.object({ x1: z.number(), y1: z.number() }).nullable().default(null),
    attributes: z.array(z.string()).min(1),
  }),
]);
type Asked = z.infer<typeof Asked>;
type AskedPlaces = Extract<Asked, { kind: 'localisation' }>;

/** One question an item: a letter, a cell of a collage, or a box for each attribute. */
export const baseline: Baseline = {
  conditions: [{ id: '', title: 'All' }],
  texts: { consent: CONSENT, instructions: INSTRUCTIONS, thanks: THANKS },
  usable(payload) {
    if (!isQuery(payload))
      return {
        ok: false,
        reason: 'It is an entity, not a question: build query sets from the entities and import them.',
      };
    const query = Query.safeParse(payload);
    if (!query.success) {
      const [first] = problemsOf(query.error);
      return {
        ok: false,
        reason: `It cannot be asked as it is: ${first?.field ?? 'it'}: ${first?.message ?? 'is not a question'}.`,
      };
    }
    const attributes = query.data.kind === 'localisation' ? query.data.attributes : [];
    return new Set(attributes).size < attributes.length
      ? { ok: false, reason: 'It asks for an attribute twice.' }
      : { ok: true };
  },
  material: (payload): JsonObject => askedIn(payload) ?? {},
  steps,
  read: (payload, _step, words) => readWords(payload, words),
  feedback(payload, _condition, answers) {
    const query = Query.safeParse(payload);
    const answer = answers[ANSWER_STEP];
    if (!query.success || answer === undefined) return [];
    return [{ step: ANSWER_STEP, ...outcomeOf(query.data, answer) }];
  },
};

const askedIn = (payload: JsonObject): Asked | null => Asked.safeParse(payload).data ?? null;

function steps(payload: JsonObject): readonly BaselineStep[] {
  const asked = askedIn(payload);
  if (asked === null) return [];
  switch (asked.kind) {
    case 'matching':
      return [
        {
          id: ANSWER_STEP,
          title: 'Image matching',
          prompt: matchingPrompt(asked.domain),
          answer: {
            kind: 'choice',
            options: LETTERS.map((letter) => ({ id: letter, text: `Candidate ${letter}` })),
            permute: false,
          },
          notes: [note('Support'), ...LETTERS.map((letter) => ({ ...note(letter), option: letter }))],
        },
      ];
    case 'grid':
      return [
        {
          id: ANSWER_STEP,
          title: 'Grid pointing',
          prompt: gridPrompt(asked.domain),
          answer: { kind: 'cell', rows: 2, columns: 2 },
          notes: [note('Collage'), note('Support')],
        },
      ];
    case 'localisation':
      return [placesStep(asked)];
  }
}

function placesStep(asked: AskedPlaces): BaselineStep {
  const { domain, guidance, side, attributes, given_corner: corner } = asked;
  const given = Object.entries(asked.given);
  return {
    id: ANSWER_STEP,
    title: 'Attribute localisation',
    prompt: placesPrompt({
      domain,
      guidance,
      side,
      given: given.map(([attribute]) => attribute),
      hasCorner: corner !== null,
      attributes,
    }),
    answer: {
      kind: 'boxes',
      labels: attributes.map((attribute) => ({ id: attribute, text: attributeName(attribute) })),
      most: attributes.length,
      eachOnce: true,
    },
    notes: [
      note('Draw on this image'),
      {
        ...note('Support'),
        boxes: given.map(([attribute, box]) => ({ label: attributeName(attribute), ...boxOf(box) })),
        points: corner === null ? [] : [{ label: 'Top left corner', x: corner.x1, y: corner.y1 }],
      },
    ],
  };
}

const note = (title: string): ImageNote => ({ title, option: null, boxes: [], points: [] });

type Outcome = Omit<ReturnType<Baseline['feedback']>[number], 'step'>;

function outcomeOf(query: Query, answer: StepAnswer): Outcome {
  switch (query.kind) {
    case 'matching':
      return {
        correct:
          query.answer === undefined ? null : answer.kind === 'choice' && answer.option === query.answer,
        expected: query.answer === undefined ? UNKNOWN : `Candidate ${query.answer}`,
      };
    case 'grid': {
      if (query.answer === undefined) return { correct: null, expected: UNKNOWN };
      const [row, column] = [query.answer[0] + 1, query.answer[1] + 1];
      return {
        correct: answer.kind === 'cell' && answer.row === row && answer.column === column,
        expected: `row ${String(row)}, column ${String(column)}`,
      };
    }
    case 'localisation':
      return placesOutcome(query, answer);
  }
}

function placesOutcome(query: Extract<Query, { kind: 'localisation' }>, answer: StepAnswer): Outcome {
  const { attributes, boxes = {} } = query;
  const drawn = answer.kind === 'boxes' ? answer.boxes : [];
  const overlaps = attributes.map((attribute) => {
    const gold = boxes[attribute];
    const box = drawn.find(({ label }) => label === attribute);
    return {
      attribute,
      isDrawn: box !== undefined,
      overlap: gold === undefined ? null : box === undefined ? 0 : intersectionOverUnion(box, boxOf(gold)),
    };
  });
  const lines = overlaps.map(({ attribute, isDrawn, overlap }) => {
    const name = attributeName(attribute);
    if (overlap === null) return `${name}: ${UNKNOWN}`;
    if (!isDrawn) return `${name}: no box was drawn, which counts as an overlap of 0`;
    return `${name}: overlap ${overlap.toFixed(2)}, ${overlap >= FOUND ? 'found' : 'too little'}`;
  });
  const isKnown = overlaps.every(({ overlap }) => overlap !== null);
  return {
    correct: isKnown ? overlaps.every(({ overlap }) => (overlap ?? 0) >= FOUND) : null,
    expected: `${lines.join('\n')}\n\n${RULE}`,
    notes: [
      {
        ...note('Expected and drawn'),
        boxes: overlaps.flatMap(({ attribute }) => {
          const gold = boxes[attribute];
          const box = drawn.find(({ label }) => label === attribute);
          const name = attributeName(attribute);
          return [
            ...(gold === undefined ? [] : [{ label: `${name}, expected`, ...boxOf(gold) }]),
            ...(box === undefined ? [] : [{ ...box, label: `${name}, yours` }]),
          ];
        }),
      },
      note('Support'),
    ],
  };
}

const RULE = `The overlap is the area that your box shares with the expected one, divided by the area that the two cover together: 1 is the very same box, 0 is beside it. Here an answer counts as right when each overlap is at least ${String(FOUND)}.`;
