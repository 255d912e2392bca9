import { counted } from '../../../../../shared/base/counts.ts';
import {
  type BulkResult,
  DivideRequest,
  type ItemFilter,
  SplitName,
} from '../../../../../shared/contract/items.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import { type Invocation, statusOption, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import { listed, seedOption, WrongUsage } from '../../usage.ts';

export interface SplitOptions {
  readonly set?: string;
  readonly clear: boolean;
  readonly shares?: string;
  readonly seed: string;
  readonly stratify?: string;
  readonly status?: string;
  readonly search?: string;
}

/** `casebook split`: without an option, how many items each split has. */
export async function splitItems(invocation: Invocation, dir: string, options: SplitOptions): Promise<void> {
  const { set, clear, shares } = options;
  if ([set !== undefined, clear, shares !== undefined].filter(Boolean).length > 1)
    throw new WrongUsage('Choose one of --set, --clear and --shares.');
  const status = options.status === undefined ? null : statusOption(options.status);
  const filter: ItemFilter = {
    ...(status !== null && { status: [...status] }),
    ...(options.search !== undefined && { text: options.search }),
  };
  const changes = set !== undefined || clear || shares !== undefined;
  const divided = shares === undefined ? null : { ...sharesOption(shares), ...rest(options) };
  const name = set === undefined ? null : nameOption(set);
  const { result, counts } = await withCasebook(dir, changes ? 'once' : 'read', ({ splits }) => {
    const selection = { filter };
    const result: BulkResult =
      divided !== null
        ? splits.divide(selection, divided, null, everything)
        : changes
          ? splits.set(selection, name, null, everything)
          : { changed: 0, refused: [] };
    return { result, counts: splits.counts() };
  });
  invocation.output.result({ ...result, splits: counts }, [
    ...result.refused.map(({ item, reason }) => `${item}: ${reason}`),
    ...(changes ? [`${counted(result.changed, 'item')} changed.`] : []),
    ...table(counts.map(({ split, items }) => [split ?? '(none)', items])),
  ]);
  if (result.refused.length > 0) invocation.foundProblems();
}

const rest = ({ seed, stratify }: SplitOptions) => ({
  seed: seedOption(seed),
  stratify: stratify ?? null,
});

function nameOption(text: string): string {
  const name = SplitName.safeParse(text);
  if (!name.success) throw new WrongUsage(`--set: "${text}" is no name of a split.`);
  return name.data;
}

function sharesOption(text: string): Pick<ReturnType<typeof DivideRequest.parse>, 'shares'> {
  const entries = listed(text).map((part): [string, number] => {
    const [name = '', share = ''] = part.split('=').map((each) => each.trim());
    return [name, share === '' ? Number.NaN : Number(share)];
  });
  const shares = DivideRequest.shape.shares.safeParse(Object.fromEntries(entries));
  if (!shares.success || new Set(entries.map(([name]) => name)).size !== entries.length)
    throw new WrongUsage(`--shares: give a share above 0 for each split, such as train=0.8,test=0.2.`);
  return { shares: shares.data };
}
