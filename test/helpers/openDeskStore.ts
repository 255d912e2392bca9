import { DeskStore } from '../../renderer/save/document/deskStore.ts';
import type { LeftEdits } from '../../renderer/save/document/leftBehind.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import {
  type DocumentDiff,
  type DocumentRecord,
  type DocumentRecords,
  fieldRecords,
  toRecords,
} from '../../shared/domain/document.ts';
import type { Json } from '../../shared/base/json.ts';
import type { DeskServer } from './deskServer.ts';

export const initial = toRecords(fieldRecords({ claim: '', scene: null, label: null }));

export const field = (name: string, value: Json): DocumentRecord => ({ type: 'field', name, value });

/** The change that puts a record in its place, or takes it away. */
export function put(records: DocumentRecords, id: string, record: DocumentRecord | null): DocumentDiff {
  const after = { ...records };
  if (record === null) delete after[id];
  else after[id] = record;
  return makeDiff<DocumentRecord>(records, after);
}

export function openStore(server: DeskServer, active = 0, leftBehind: LeftEdits | null = null): DeskStore {
  return new DeskStore({
    document: server.document(),
    transport: server,
    now: () => Date.now(),
    takeActiveTime: () => active,
    leftBehind,
  });
}

export function type(store: DeskStore, text: string, mark: string): void {
  store.edit(put(store.getState().records, 'field:claim', field('claim', text)), { mark, typed: true });
}

export function choose(store: DeskStore, scene: string, mark = `choose ${scene}`): void {
  store.edit(put(store.getState().records, 'field:scene', field('scene', scene)), { mark, typed: false });
}

export function textOf(records: DocumentRecords, name: string): Json | undefined {
  const record = records[`field:${name}`];
  return record?.type === 'field' ? record.value : undefined;
}
