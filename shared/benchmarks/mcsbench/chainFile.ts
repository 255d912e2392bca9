import { z } from 'zod';
import {
  canonicalJson,
  isJsonObject,
  isList,
  type Json,
  type JsonObject,
  sameJson,
} from '../../base/json.ts';
import { type Addition, keepKeys } from '../additions.ts';
import { withChanges } from '../keyOrder.ts';
import { acceptObject, brokenRule } from '../problems.ts';
import { ChainItem, KEY_ORDER } from './schema.ts';

/** The most reasoning-chain items that a base item has. */
const MOST_CHAINS = 3;

/** One line of `mcsbench-rc`: which of five chains justifies the answer of the item that `base_id` names? */
const ChainLine = ChainItem.and(
  z.looseObject({ base_id: z.union([z.string().min(1, 'is empty'), z.number()]) }),
);

/** Reasoning-chain items, into `rc_items` of the items that they are laid over. */
export const chains: Addition = {
  parse(value) {
    const accepted = acceptObject(ChainLine, value);
    if (!accepted.ok) return accepted;
    const { base_id, question, options, answer } = ChainLine.parse(accepted.value);
    const entry = Object.fromEntries(Object.entries(accepted.value).filter(([key]) => key !== 'base_id'));
    const key = canonicalJson({ question, options, answer });
    return { ok: true, value: { item: String(base_id), key, entry } };
  },
  apply(payload, entries, earlier) {
    const before = chainsOf(payload);
    const told = [before, ...earlier.map(chainsOf)].flat().filter(isJsonObject);
    const fresh = entries.filter((entry) => !told.some((each) => isSameChain(each, entry)));
    if (fresh.length === 0) return { ok: true, value: payload };
    if (before.length + fresh.length > MOST_CHAINS)
      return {
        ok: false,
        problems: [
          brokenRule(
            'base_id',
            `An item has at most ${String(MOST_CHAINS)} reasoning-chain items; it has ${String(before.length)}, and ${String(fresh.length)} more ${fresh.length === 1 ? 'is' : 'are'} new.`,
          ),
        ],
      };
    return { ok: true, value: withChanges(payload, { rc_items: [...before, ...fresh] }, KEY_ORDER) };
  },
  keep(source, added) {
    const own = chainsOf(source);
    const others = chainsOf(added).filter((each) => !own.some((mine) => sameJson(mine, each)));
    if (own.length === 0) return keepKeys(source, added, ['rc_items']);
    return others.length === 0 || own.length + others.length > MOST_CHAINS
      ? source
      : withChanges(source, { rc_items: [...own, ...others] }, KEY_ORDER);
  },
};

function chainsOf(payload: JsonObject): readonly Json[] {
  const chains = Object.hasOwn(payload, 'rc_items') ? (payload['rc_items'] ?? null) : null;
  return chains !== null && isList(chains) ? chains : [];
}

/** What else is said of a chain (its error types) may have been mended since. */
const isSameChain = (a: JsonObject, b: JsonObject): boolean =>
  ['question', 'options', 'answer'].every((key) => sameJson(a[key], b[key]));
