import { expect, test } from 'vitest';
import { FencedDatabase } from '../../electron/core/db/fencedDatabase.ts';
import { WritesPaused } from '../../electron/core/db/writeGate.ts';

function opened(): FencedDatabase {
  const database = new FencedDatabase(':memory:', {});
  database.exec('CREATE TABLE t (n INTEGER) STRICT; CREATE TEMP TABLE own (n INTEGER) STRICT');
  return database;
}

test('while another thread writes, a connection reads on, and begins no write', async () => {
  const database = opened();
  const insert = database.prepare<[number]>('INSERT INTO t VALUES (?)');
  const count = database.prepare<[], number>('SELECT count(*) FROM t').pluck();
  insert.run(1);
  const open = database.gate.close('Casebook is writing an import.');
  expect(() => insert.run(2)).toThrow('Casebook is writing an import.');
  expect(() =>
    database.transaction(() => {
      count.get();
      insert.run(2);
    })(),
  ).toThrow(WritesPaused);
  expect(() => database.transaction(() => insert.run(2)).immediate()).toThrow(WritesPaused);
  expect(database.transaction(() => count.get())()).toBe(1);
  database.prepare('INSERT INTO temp.own SELECT n FROM t').run();
  expect(database.inTransaction).toBe(false);
  const over = database.gate.opened();
  open();
  await over;
  insert.run(3);
  expect(count.get()).toBe(2);
});

test('two threads never write at once, and who has ended ends nobody else’s turn', () => {
  const { gate } = opened();
  const first = gate.close('One.');
  expect(() => gate.close('Two.')).toThrow('Two threads cannot write at once.');
  first();
  gate.close('Three.');
  first();
  expect(gate.why()).toBe('Three.');
});

test('who kept calls waiting lets them go first, for a moment', async () => {
  const database = opened();
  const { gate } = database;
  const insert = database.prepare<[number]>('INSERT INTO t VALUES (?)');
  const done: string[] = [];
  const call = async (): Promise<void> => {
    try {
      insert.run(1);
    } catch (error) {
      if (!(error instanceof WritesPaused)) throw error;
      await error.over;
      await error.again(async () => {
        await Promise.resolve();
        insert.run(1);
      });
    }
    done.push('call');
  };
  const open = gate.close('Part one.');
  const waiting = call();
  open();
  await gate.opened();
  // What waited has been called again by now.
  await Promise.resolve();
  await gate.settled();
  gate.close('Part two.');
  done.push('part two');
  await waiting;
  expect(done).toEqual(['call', 'part two']);
});

test('a call that takes long does not hold up the work that kept it waiting', async () => {
  const { gate } = opened();
  const { promise: never } = Promise.withResolvers<void>();
  void gate.again(() => never);
  await gate.settled();
  expect(gate.why()).toBe(null);
});
