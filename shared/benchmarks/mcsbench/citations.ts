import { counted } from '../../base/counts.ts';
import type { Hint } from './hint.ts';
import { CHAIN_LETTERS, placeOf } from './options.ts';
import type { McsBenchPayload } from './schema.ts';

type Evidence = NonNullable<McsBenchPayload['evidence']>[number];

/** Under these keys evidence names the references that support it. */
const CITING = new Set(['references', 'reference', 'refs', 'ref', 'citations']);
/** "O1", "E12": how the generator numbers observations and evidence. */
const NAME = /\b[OE]\d{1,2}\b/gu;
/** The same where it cannot be oxygen or ozone. */
const NAME_IN_PLACE = /(?<=^|[([,;]\s*|\n\s*)[OE]\d{1,2}(?=\s*[:.,;)\]])/gu;

/** References that evidence cites, by number or id, and that the item does not have. */
export function citationHints({ evidence, references }: McsBenchPayload): readonly Hint[] {
  const known = references ?? [];
  const cited = (evidence ?? []).map((each) => ({ each, cites: citedBy(each) }));
  const isFromZero = cited.some(({ cites }) => cites.some((cite) => numberOf(cite) === 0));
  return cited.flatMap(({ each, cites }, at): readonly Hint[] => {
    const lost = cites.filter((cite) => !isThere(cite, known, isFromZero));
    if (lost.length === 0) return [];
    const has = known.length === 0 ? 'has none' : `has ${String(known.length)}`;
    return [
      {
        kind: 'reference-not-there',
        field: 'evidence',
        message: `${nameOf(each) ?? `Evidence ${String(at + 1)}`} cites ${lost.length === 1 ? 'reference' : 'references'} ${lost.join(', ')}, but the item ${has}.`,
      },
    ];
  });
}

function citedBy(evidence: Evidence): readonly string[] {
  const inText = [...textOf(evidence).matchAll(/(?<=\S\s?)\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]/gu)].flatMap(
    ([, numbers = '']) => numbers.split(/\s*,\s*/u),
  );
  if (typeof evidence === 'string') return inText;
  const listed = Object.entries(evidence).flatMap(([key, value]): unknown[] =>
    !CITING.has(key) ? [] : Array.isArray(value) ? value : [value],
  );
  return [
    ...inText,
    ...listed.flatMap((each) => (typeof each === 'string' || typeof each === 'number' ? [String(each)] : [])),
  ];
}

/** A number as evidence cites it: "2", "[2]", "R2", "Ref. 2"; null for a title, an address, an id of another kind. */
function numberOf(cite: string): number | null {
  const digits = /^\s*(?:\[|r(?:ef(?:erence)?)?\.?\s*)?(\d{1,2})\]?\s*$/iu.exec(cite)?.[1];
  return digits === undefined ? null : Number(digits);
}

function isThere(
  cite: string,
  known: NonNullable<McsBenchPayload['references']>,
  isFromZero: boolean,
): boolean {
  const said = known.map((each) => (typeof each === 'string' ? [each] : Object.values(each).map(String)));
  if (cite.trim() === '' || said.some((values) => values.includes(cite))) return true;
  const number = numberOf(cite);
  if (number !== null) return isFromZero ? number < known.length : number >= 1 && number <= known.length;
  // Titles and addresses can stand for themselves; ids cannot where the references have ids.
  return !known.some((each) => typeof each !== 'string' && Object.hasOwn(each, 'id'));
}

/** Observations and evidence that the golden chain, or a probe's, names and the item does not have. */
export function namedEvidenceHints(source: McsBenchPayload): readonly Hint[] {
  const { evidence, rc_breakdown: breakdown, rc_items: probes } = source;
  if (evidence === undefined || evidence === null) return [];
  const own = new Set(evidence.flatMap((each) => nameOf(each) ?? []));
  // Evidence without names cannot be told apart by them.
  if (evidence.length > 0 && own.size === 0) return [];
  const hint = (chain: string, field: string, what: string): readonly Hint[] => {
    const lost = namesIn(chain).filter((name) => !own.has(name));
    return lost.length === 0
      ? []
      : [
          {
            kind: 'evidence-not-there',
            field,
            message:
              `${what} names ${lost.join(', ')}; the item has ${own.size === 0 ? 'no evidence' : counted(own.size, 'piece of evidence', 'pieces of evidence')}: ${[...own].join(', ')}.`.replace(
                ': .',
                '.',
              ),
          },
        ];
  };
  return [
    ...hint([breakdown ?? []].flat().join('\n'), 'rc_breakdown', 'The golden chain'),
    ...(probes ?? []).flatMap(({ options, answer }, at) => {
      const gold = placeOf(answer, options, CHAIN_LETTERS);
      return gold === null
        ? []
        : hint(options[gold] ?? '', 'rc_items', `The gold chain of probe ${String(at + 1)}`);
    }),
  ];
}

function namesIn(chain: string): readonly string[] {
  const inPlace = new Set([...chain.matchAll(NAME_IN_PLACE)].map(([name]) => name));
  const all = [...chain.matchAll(NAME)].map(([name]) => name);
  return [...new Set(all)].filter((name) => !/^O[23]$/u.test(name) || inPlace.has(name));
}

/** "O1" of evidence with that id, or whose text begins with it; null where it has no such name. */
function nameOf(evidence: Evidence): string | null {
  const id = typeof evidence === 'string' ? null : evidence['id'];
  if (typeof id === 'string' && id.trim() !== '') return id.trim();
  return /^\s*[([]?([OE]\d{1,2})[)\]]?\s*[:.)\]–-]/u.exec(textOf(evidence))?.[1] ?? null;
}

const textOf = (evidence: Evidence): string => (typeof evidence === 'string' ? evidence : evidence.text);
