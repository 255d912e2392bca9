import { expect, it } from 'vitest';
import { layoutDigest } from '../../electron/core/db/layout.ts';
import { LAYOUTS } from '../../electron/core/db/layouts.ts';
import { migrations } from '../../electron/core/db/migrate.ts';

it('every schema version has the digest of what its migrations make', () => {
  expect(LAYOUTS).toEqual(
    Object.fromEntries(migrations.map(({ version }) => [version, layoutDigest(version)])),
  );
});
