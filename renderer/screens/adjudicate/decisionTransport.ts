import type { Case, FieldDecision } from '../../../shared/contract/adjudications.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import type { DisagreementCause } from '../../../shared/domain/status.ts';
import { client } from '../../client/index.ts';
import type { DeskTransport } from '../../save/document/transport.ts';

/** What an adjudicator says with a decision, apart from the draft. */
export interface DecisionStatement {
  readonly fields: Readonly<Record<string, FieldDecision>>;
  readonly cause: DisagreementCause;
  readonly note: string;
}

/** What deciding answers. */
export interface DecisionReply {
  readonly case: Case;
  readonly next: ItemId | null;
}

/** The core's side of a draft of a decision: submitting it decides, with the verdict given before. */
export interface DecisionTransport extends DeskTransport {
  /** Takes what the next submission says. */
  prepare(verdict: DecisionStatement): void;
  /** What the last submission answered; null where there was none. */
  outcome(): DecisionReply | null;
}

/** `onCase` hears of the case whenever the draft is opened, which claims it. */
export function decisionTransport(
  itemId: ItemId,
  task: string,
  onCase: (opened: Case) => void,
): DecisionTransport {
  const { adjudications, annotations } = client;
  // Known once the draft is open, which is before anything else happens to it.
  let key = { itemId, task, round: 1 };
  let verdict: DecisionStatement | null = null;
  let decided: DecisionReply | null = null;
  return {
    prepare(next) {
      verdict = next;
    },
    outcome: () => decided,
    async open() {
      const opened = await adjudications.open({ itemId, task });
      key = { itemId, task, round: opened.document.round };
      onCase(opened.case);
      return opened.document;
    },
    edit: (edit) => annotations.edit({ ...key, ...edit }),
    undo: (revision) => annotations.undo({ ...key, revision }),
    redo: (revision) => annotations.redo({ ...key, revision }),
    async submit(revision) {
      if (verdict === null) throw new Error('This decision has no draft yet.');
      const { fields, cause, note } = verdict;
      decided = await adjudications.decide({
        itemId,
        task,
        revision,
        fields: { ...fields },
        cause,
        note,
      });
      return annotations.open(key);
    },
    restore: (revision, id) => annotations.restore({ ...key, revision, id }),
  };
}
