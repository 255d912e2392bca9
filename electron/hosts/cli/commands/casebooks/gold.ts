import { boxesPart } from '../../../../../shared/benchmarks/taskParts.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import { mainTask } from '../../../../core/derived/gold.ts';
import { afterInWords } from '../../../../core/derived/keptGold.ts';
import { SameBox } from '../../../../../shared/contract/casebooks.ts';
import { changeSettings } from '../../../../core/features/casebooks/changeSettings.ts';
import { type Invocation, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import { WrongUsage } from '../../usage.ts';

export interface GoldOptions {
  readonly recompute: boolean;
  readonly sameBox?: string;
}

/** `casebook gold` */
export async function listKeptGold(
  { output }: Invocation,
  dir: string,
  { recompute, sameBox: typed }: GoldOptions,
): Promise<void> {
  const chosen = typed === undefined ? null : thresholdOption(typed);
  const intent = recompute || chosen !== null ? 'once' : 'read';
  const { changes, sameBox, boxes } = await withCasebook(dir, intent, ({ casebook }) => {
    const { keptGold } = casebook.derived;
    const { settings } = casebook.records;
    if (chosen !== null) changeSettings(casebook, { sameBox: chosen }, null);
    return {
      changes: recompute ? keptGold.recompute(null) : [...keptGold.found()].flat(),
      sameBox: settings.current().sameBox,
      boxes: boxesPart(mainTask(casebook), settings.vocabulary()),
    };
  });
  const rows = changes.map((change) => ({
    item: change.externalId,
    before: change.before,
    after: change.after,
    consensus: change.consensus,
    parts: change.parts,
  }));
  output.result({ recomputed: recompute, same_box: sameBox, items: rows }, [
    ...(boxes === null
      ? []
      : [`Boxes count as the same from an IoU of ${String(sameBox)}; gold is the median of their corners.`]),
    ...(changes.length === 0
      ? ['All gold follows today’s rules.']
      : [
          ...table([
            ['item', 'before', 'by today’s rules', 'parts'],
            ...changes.map((change) => [
              change.externalId,
              change.before ?? 'none',
              afterInWords(change) ?? 'none: raters differ',
              change.parts.join(', '),
            ]),
          ]),
          recompute
            ? `Recomputed the gold of ${counted(changes.length, 'item')}. You can undo it in History.`
            : `${counted(changes.length, 'item')} would change; nothing was changed. Apply it with: casebook gold ${dir} --recompute`,
        ]),
  ]);
}

function thresholdOption(text: string): number {
  const value = SameBox.safeParse(/^\d*\.?\d+$/u.test(text) ? Number(text) : Number.NaN);
  if (!value.success) throw new WrongUsage(`--same-box: "${text}" is not a number from 0.1 to 1.`);
  return value.data;
}
