import type { Progress } from '../../../shared/contract/assignments.ts';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { client } from '../../client/index.ts';
import { confirm } from '../../ui/confirm.tsx';
import { counted, formatCount } from '../../ui/format.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';

/** Takes somebody's open items of a round back, after asking; says what came of it. */
export async function withdraw(progress: Progress, title: string): Promise<void> {
  const { personId, name, task, round, assigned, submitted, skipped } = progress;
  const agreed = await confirm({
    title: `Take items back from ${name}?`,
    message: `Up to ${counted(assigned - submitted - skipped, 'open item')} of ${title.toLowerCase()} can be given to others then. What ${name} has begun, submitted or skipped stays.`,
    action: 'Take back',
    dangerous: true,
  });
  if (!agreed) return;
  try {
    const { withdrawn, kept } = await client.assignments.withdraw({ personId, task, round });
    toast(`${counted(withdrawn, 'item')} taken back from ${name}; ${formatCount(kept)} stay.`);
    await casebookChanged();
  } catch (error) {
    toastFailure('Nothing was taken back', error);
  }
}
