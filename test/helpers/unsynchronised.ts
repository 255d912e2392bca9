import { wrapPragma } from './wrapPragma.ts';

/**
 * A test's casebook is gone in a moment, so SQLite need not wait for the disk: without that the suite spends
 * minutes in fsync. Only this process is concerned: what tests of durability watch or kill is a process of its own,
 * and waits for every commit as the product does.
 */
wrapPragma(
  'unsynchronised',
  (pragma) =>
    function unsynchronised(source, options) {
      // Every connection says so before it writes; what it writes while opening need not reach the disk either.
      if (source === 'busy_timeout = 5000') pragma.call(this, 'synchronous = OFF');
      return source === 'synchronous = FULL' ? null : pragma.call(this, source, options);
    },
);
