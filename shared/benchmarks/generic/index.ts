import type { Json, JsonObject } from '../../base/json.ts';
import type { Benchmark, ParsedItem } from '../benchmark.ts';
import { acceptObject, type ParseResult } from '../problems.ts';
import { health } from './health.ts';
import { inWords } from './labelSetProblems.ts';
import { GenericPayload, initialVocabulary, LabelSet, SourceItem } from './schema.ts';
import { annotate } from './task.ts';

const IMAGE_NAME = /\.(?:png|jpe?g|webp|avif|hei[cf]|hif|tiff?|gif|bmp)$/iu;

/** Images with a label set of the casebook's own. */
export const generic: Benchmark = {
  id: 'generic',
  title: 'Your own label set',
  description:
    'Images with attributes and labelled boxes that you define: choices, scales, numbers, texts, yes or no.',
  sample: {
    title: 'Sample of a label set',
    folder: 'Label set sample',
    about:
      'Twenty-eight drawn shelves: a label set, two raters who box and describe what is on them, decisions.',
  },
  vocabulary: {
    initial: initialVocabulary,
    parse(value) {
      const parsed = acceptObject(LabelSet, value);
      return parsed.ok ? parsed : { ok: false, problems: inWords(parsed.problems, value) };
    },
  },
  parseItem,
  candidate: (imageName) => ({ id: imageName, image: imageName }),
  // A name of a file is that of an image that can be attached later.
  ratedItem(externalId): JsonObject {
    return IMAGE_NAME.test(externalId) ? { id: externalId, image: externalId } : { id: externalId };
  },
  // Keys of the source's own may hold answers: only the text is known to be asked about.
  stimulus(payload): JsonObject {
    const { text } = GenericPayload.parse(payload);
    return text === undefined ? {} : { text };
  },
  summarize(payload) {
    const source = GenericPayload.parse(payload);
    return { title: source.text ?? source.image ?? String(source.id ?? ''), label: null, facets: {} };
  },
  facets: [],
  tasks: [annotate],
  health,
};

function parseItem(value: Json): ParseResult<ParsedItem> {
  const accepted = acceptObject(SourceItem, value);
  if (!accepted.ok) return accepted;
  const { id, image, images } = SourceItem.parse(accepted.value);
  const names = [...(image === undefined ? [] : [image]), ...(images ?? [])];
  return {
    ok: true,
    value: {
      externalId: String(id),
      payload: accepted.value,
      images: names.map((name) => ({ role: 'image', name })),
    },
  };
}
