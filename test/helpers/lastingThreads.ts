import { Piscina } from 'piscina';

type Run = (this: Piscina, task: unknown, options?: Parameters<Piscina['run']>[1]) => Promise<unknown>;

const prototype: { run: Run; destroy: (this: Piscina) => Promise<void> } = Piscina.prototype;
/** On the prototype, as the process has it once, however many test files it runs. */
const ENDING = Symbol.for('casebook.test.endingThreads');

if (!(ENDING in prototype)) lendPools();

/** Whether threads end with their casebook, as they do in the product, in the tests that follow. */
export function letThreadsEnd(end: boolean): void {
  Object.defineProperty(prototype, ENDING, { value: end, configurable: true });
}

/**
 * A thread takes half a second to start, most tests of a casebook need one, and it ends with its casebook. In this
 * process threads live on when their casebook closes, and then work for another one, as they do in the app.
 */
function lendPools(): void {
  letThreadsEnd(false);
  const { run, destroy } = prototype;
  const atRest = new Map<string, Piscina[]>();
  const lent = new WeakMap<Piscina, Piscina>();
  const kindOf = ({ options }: Piscina): string =>
    `${String(options.filename)} ${String(options.maxThreads)}`;
  prototype.run = async function runInLasting(task, options) {
    if (Reflect.get(prototype, ENDING) === true) return run.call(this, task, options);
    const pool = lent.get(this) ?? atRest.get(kindOf(this))?.pop() ?? this;
    lent.set(this, pool);
    return run.call(pool, task, options);
  };
  prototype.destroy = async function putToRest() {
    const pool = lent.get(this);
    if (pool === undefined) return destroy.call(this);
    lent.delete(this);
    atRest.set(kindOf(pool), [...(atRest.get(kindOf(pool)) ?? []), pool]);
  };
}
