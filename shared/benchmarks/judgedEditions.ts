import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../base/json.ts';

/*
 * What machines found of an item (an audit, attempts without the image, a check) judged a text: the edition that there was.
 * A finding says so by its key `edition`; one that does not is about the item as it came, edition 1.
 */

/** The edition that a finding is about. */
export function editionOfFinding(finding: Json): number {
  const edition = isJsonObject(finding) ? finding['edition'] : undefined;
  return typeof edition === 'number' ? edition : 1;
}

/** Whether a finding is marked as being about another edition than the current one. */
export const isOutdated = (finding: Json): boolean => isJsonObject(finding) && finding['outdated'] === true;

/**
 * The payload in which each finding about an edition other than the current one is marked `outdated`, with that
 * edition. Findings about the current edition need no number. The same object if nothing changes.
 */
export function withOutdatedMarked(
  payload: JsonObject,
  keys: readonly string[],
  edition: number,
): JsonObject {
  const changes = keys.flatMap((key): [string, Json][] => {
    const findings = Object.hasOwn(payload, key) ? (payload[key] ?? null) : null;
    const marked = isList(findings)
      ? findings.map((each) => marking(each, edition))
      : marking(findings, edition);
    return sameJson(marked, findings) ? [] : [[key, marked]];
  });
  return changes.length === 0 ? payload : { ...payload, ...Object.fromEntries(changes) };
}

function marking(finding: Json, current: number): Json {
  if (!isJsonObject(finding) || isOutdated(finding)) return finding;
  const { edition: _edition, ...rest } = finding;
  const judged = editionOfFinding(finding);
  return judged === current ? rest : { ...rest, edition: judged, outdated: true };
}

/**
 * A finding that comes in now, as one about the current edition, unless it says itself of which. What the item knows
 * already of an earlier edition, word for word, is that earlier one.
 */
export function aboutEdition(finding: JsonObject, edition: number, known: readonly Json[]): JsonObject {
  if (typeof finding['edition'] === 'number') return finding;
  const again = known.find((each): each is JsonObject => {
    if (!isJsonObject(each)) return false;
    const { edition: _edition, ...rest } = each;
    return sameJson(rest, finding);
  });
  return again ?? { ...finding, edition };
}
