import { counted } from '../../base/counts.ts';
import { cramersV } from '../../statistics/chiSquared.ts';
import { crossTabulate } from '../../statistics/contingency.ts';
import { testIndependence } from '../../statistics/independence.ts';
import { holm } from '../../statistics/proportions.ts';
import { pInWords } from '../../statistics/probability.ts';
import type { HealthFinding } from '../benchmark.ts';
import { type ClassifiedItem, groupBy, groupsOf, labelledEntries, listed, percent } from './report.ts';
import { tableOf } from './skew.ts';

export interface UrlOfItem extends ClassifiedItem {
  readonly url: string;
}

/** Parameters that say how an address was come by, not what it leads to; some of them name who shared it. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|igsh|igshid|mibextid|si|spm|source|share\w*|xhsshare|xsec_\w+|ref|ref_src|from|feature|timestamp|app_\w+)$/iu;
/** Tokens among them that can be traced to an account or run out. */
const TOKEN = /^(?:fbclid|gclid|igsh|igshid|si|share_?id|xsec_token)$/iu;
const SIGNIFICANT = 0.05;
const LARGE_EFFECT = 0.5;
const FEWEST_FOR_ONE_SOURCE = 20;
const MOST_VALUES = 20;

interface Address {
  readonly host: string;
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Host, path and parameters of a web address; null for anything else. No percent-decoding: bytes are compared. */
export function parseUrl(url: string): Address | null {
  const match = /^https?:\/\/([^/?#\s]+)([^?#\s]*)(?:\?([^#\s]*))?/iu.exec(url.trim());
  const host = match?.[1]?.toLowerCase();
  if (host === undefined) return null;
  const parameters = (match?.[3] ?? '')
    .split('&')
    .filter((part) => part !== '')
    .map((part): readonly [string, string] => {
      const at = part.indexOf('=');
      return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    });
  return { host, path: (match?.[2] ?? '').replace(/\/+$/u, ''), parameters };
}

/** Everything that the addresses of the items' sources show: reuse, hints at the class, tokens, a single source. */
export function urlFindings(urls: readonly UrlOfItem[]): HealthFinding[] {
  const parsed = urls.flatMap((entry) => {
    const address = parseUrl(entry.url);
    return address === null ? [] : [{ ...entry, address }];
  });
  return [...samePost(parsed), ...classHints(parsed), ...shareTokens(parsed), ...oneSource(parsed)];
}

type ParsedUrl = UrlOfItem & { readonly address: Address };

function samePost(urls: readonly ParsedUrl[]): HealthFinding[] {
  const findings: HealthFinding[] = [];
  // Where most addresses of a host differ only after the question mark, the query is what names the post.
  const byHost = groupBy(urls, ({ address }) => address.host);
  const queryNames = new Set(
    [...byHost].flatMap(([host, ofHost]) => {
      const paths = new Set(ofHost.map(({ address }) => address.path)).size;
      const addresses = new Set(ofHost.map((each) => postOf(each.address, true))).size;
      return paths * 2 < addresses ? [host] : [];
    }),
  );
  const posts = groupBy(urls, ({ address }) => postOf(address, queryNames.has(address.host)));
  const shared = [...posts].filter(([, group]) => itemsOf(group).length > 1);
  if (shared.length > 0) {
    findings.push({
      kind: 'duplicate-urls',
      severity: 'notable',
      title: `${counted(shared.length, 'source is', 'sources are')} used by several items`,
      explanation: `${counted(new Set(shared.flatMap(([, group]) => itemsOf(group))).size, 'item')} give the same address or post as another item (queries that only say how the address was shared are ignored). Photos of one post are not independent; a copied address names the wrong source.`,
      groups: groupsOf(
        shared.map(([post, group]) => [
          `${new Set(group.map(({ url }) => url.trim())).size === 1 ? 'same address' : 'same post, different addresses'}: ${post}${classesOf(group).length > 1 ? `; classes differ: ${classesOf(group).join(', ')}` : ''}`,
          itemsOf(group),
        ]),
      ),
    });
  }
  return findings;
}

function postOf({ host, path, parameters }: Address, withQuery: boolean): string {
  const query = withQuery
    ? parameters
        .filter(([name]) => !TRACKING.test(name))
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join('&')
    : '';
  return `${host.replace(/^(?:www|m)\./u, '')}${path}${query === '' ? '' : `?${query}`}`;
}

/** Parts of an address (host, folder, which parameters, how each begins) that do not stand alike in all classes. */
function classHints(urls: readonly ParsedUrl[]): HealthFinding[] {
  const entries = labelledEntries(urls);
  const names = [
    ...new Set(entries.flatMap(({ address }) => address.parameters.map(([name]) => name))),
  ].slice(0, 50);
  const features: { readonly name: string; readonly valueOf: (address: Address) => string }[] = [
    { name: 'host', valueOf: ({ host }) => host },
    { name: 'path without its last part', valueOf: ({ path }) => path.slice(0, path.lastIndexOf('/') + 1) },
    { name: 'list of parameters', valueOf: ({ parameters }) => parameters.map(([name]) => name).join(' ') },
    ...names.map((name) => ({
      name: `parameter ${name}`,
      valueOf: ({ parameters }: Address) => parameters.find(([each]) => each === name)?.[1] ?? '(none)',
    })),
    ...names.map((name) => ({
      name: `first two characters of parameter ${name}`,
      valueOf: ({ parameters }: Address) =>
        parameters.find(([each]) => each === name)?.[1].slice(0, 2) ?? '(none)',
    })),
  ];
  const tested = features.flatMap(({ name, valueOf }) => {
    const values = entries.map(({ address }) => valueOf(address));
    if (new Set(values).size > MOST_VALUES) return [];
    const table = crossTabulate(entries.map(({ label }, index) => [values[index] ?? '', label]));
    const test = testIndependence(table.counts);
    const effect = cramersV(table.counts);
    return test.defined && effect.defined ? [{ name, values, table, test, effect }] : [];
  });
  const adjusted = holm(tested.map(({ test }) => test.p));
  return tested.flatMap(({ name, values, table, test, effect }, index): HealthFinding[] => {
    const p = adjusted[index] ?? 1;
    if (p >= SIGNIFICANT) return [];
    const byValue = groupBy(
      entries.map(({ id }, at) => ({ id, value: values[at] ?? '' })),
      ({ value }) => value,
    );
    const oneClass = table.rows.filter(
      (_, row) => (table.counts[row] ?? []).filter((count) => count > 0).length === 1,
    );
    const inOneClass = oneClass.flatMap((value) => byValue.get(value) ?? []).length;
    return [
      {
        kind: 'url-tells-class',
        severity: effect.value >= LARGE_EFFECT ? 'serious' : 'notable',
        title: `The sources' addresses tell something about the class: ${name}`,
        explanation: `The ${name} of the address depends on the class (${pInWords(p)} after Holm for ${counted(tested.length, 'part')} of addresses, Cramér's V ${effect.value.toFixed(2)}). ${
          oneClass.length > 0
            ? `${listed(oneClass.map((value) => `"${value}"`))} ${oneClass.length === 1 ? 'occurs' : 'occur'} in one class only (${counted(inOneClass, 'item')}). `
            : ''
        }It shows how and when the items were collected. Publish the addresses without it, and collect both classes alike.`,
        groups: groupsOf(
          (oneClass.length > 0 ? oneClass : table.rows).map((value) => [
            value,
            (byValue.get(value) ?? []).map(({ id }) => id),
          ]),
        ),
        table: tableOf(name, table.rows, table.columns, table.counts),
        statistic: {
          test: `${test.test}, Holm-adjusted`,
          value: test.statistic,
          p,
          effect: { name: "Cramér's V", value: effect.value },
        },
      },
    ];
  });
}

function shareTokens(urls: readonly ParsedUrl[]): HealthFinding[] {
  const tokens = groupBy(
    urls.flatMap(({ id, address }) =>
      address.parameters.flatMap(([name, value]) => (TOKEN.test(name) && value !== '' ? [{ id, name }] : [])),
    ),
    ({ name }) => name,
  );
  if (tokens.size === 0) return [];
  const items = new Set([...tokens.values()].flat().map(({ id }) => id)).size;
  return [
    {
      kind: 'share-tokens',
      severity: 'note',
      title: `${counted(items, 'address carries', 'addresses carry')} a share token`,
      explanation: `${listed([...tokens.keys()])} may name the account that shared the post, and can expire. Publish the address without it if it still opens.`,
      groups: groupsOf([...tokens].map(([name, entries]) => [name, entries.map(({ id }) => id)])),
    },
  ];
}

function oneSource(urls: readonly ParsedUrl[]): HealthFinding[] {
  const hosts = [...groupBy(urls, ({ address }) => address.host)].sort((a, b) => b[1].length - a[1].length);
  const [host, entries] = hosts[0] ?? ['', []];
  if (entries.length < FEWEST_FOR_ONE_SOURCE || entries.length < 0.9 * urls.length) return [];
  return [
    {
      kind: 'one-source',
      severity: 'note',
      title: `${percent(entries.length / urls.length)} of the items come from ${host}`,
      explanation: `${counted(entries.length, 'address', 'addresses')} of ${String(urls.length)} are from one host. The benchmark may measure that source's habits, language and image processing; say so, or add other sources.`,
      groups: [],
      table: {
        columns: ['host', 'items'],
        rows: hosts.slice(0, 10).map(([name, group]) => [name, group.length]),
      },
    },
  ];
}

const itemsOf = (group: readonly UrlOfItem[]): string[] => [...new Set(group.map(({ id }) => id))];
const classesOf = (group: readonly UrlOfItem[]): string[] => [
  ...new Set(group.flatMap(({ label }) => label ?? [])),
];
