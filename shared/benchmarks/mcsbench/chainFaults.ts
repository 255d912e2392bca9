import { CHAIN_LETTERS, placeOf } from './options.ts';
import { CHAIN_ERRORS } from './taxonomy.ts';
import { saidIn } from './wordForms.ts';

/** What is wrong with a reasoning-chain item, and where in it. */
export interface ChainFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/gu, '');
const known = new Set(CHAIN_ERRORS.flatMap(({ id, name }) => [plain(id), plain(name)]));

/** The faults of a reasoning-chain item's structure, wherever it comes from: its gold chain, its chains, its error types. */
export function chainFaults({
  options,
  answer,
  error_type: types,
}: {
  readonly options: readonly string[];
  readonly answer: string;
  readonly error_type?: readonly (string | null)[] | null | undefined;
}): readonly ChainFault[] {
  return [
    ...goldFaults(options, answer),
    ...alikeFaults(options),
    ...typeFaults(types ?? [], placeOf(answer, options, CHAIN_LETTERS)),
  ];
}

/** A to E name options of the base item: taken for F to J they would make another chain the gold one unseen. */
function goldFaults(options: readonly string[], answer: string): readonly ChainFault[] {
  const place = placeOf(answer, options, CHAIN_LETTERS);
  const isText = options.some((option) => option.trim() === answer.trim());
  const printed = isText
    ? undefined
    : /^\s*\(?([A-E])\)?[.:]?\s*$|^\s*\(?[A-E][).:]+\s/iu.exec(answer)?.[0]?.match(/[A-E]/iu)?.[0];
  if (place !== null && printed === undefined) return [];
  return [
    {
      path: ['answer'],
      message:
        printed === undefined
          ? 'is neither a letter from F to J nor one of the options'
          : `is ${printed.toUpperCase()}, a letter of the base item: the chains of a reasoning-chain item are F to J`,
    },
  ];
}

function alikeFaults(options: readonly string[]): readonly ChainFault[] {
  const said = options.map(saidIn);
  return said.flatMap((words, place): readonly ChainFault[] => {
    const first = said.indexOf(words);
    return first === place
      ? []
      : [
          {
            path: ['options', place],
            message: `says the same as chain ${CHAIN_LETTERS[first] ?? '?'}: two chains are alike`,
          },
        ];
  });
}

/** One type for each faulty chain; or one for each chain, null for the gold one. */
function typeFaults(types: readonly (string | null)[], gold: number | null): readonly ChainFault[] {
  const perChain = types.length === CHAIN_LETTERS.length;
  return types.flatMap((type, at): readonly ChainFault[] => [
    ...(type !== null && !known.has(plain(type))
      ? [{ path: ['error_type', at], message: 'is none of the twelve error types' }]
      : []),
    ...((type === null) !== (perChain && at === gold)
      ? [
          {
            path: ['error_type', at],
            message: type === null ? 'is missing' : 'is given to the gold chain, or to one chain too many',
          },
        ]
      : []),
  ]);
}

/** The reasoning-chain items with the same chains in the same order as an earlier one, and which one that is. */
export function repeatedChains(
  items: readonly { readonly options: readonly string[] }[],
): readonly { readonly place: number; readonly first: number }[] {
  const said = items.map(({ options }) => options.map(saidIn).join('\n'));
  return said.flatMap((words, place) => {
    const first = said.indexOf(words);
    return first < place ? [{ place, first }] : [];
  });
}
