import { expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { openSecrets } from '../helpers/blindCasebook.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

it('health is computed once, and anew after a change', async () => {
  using folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  try {
    const book = await openSecrets(core, folder.path);
    const { health, items } = core.services();
    const { signal } = new AbortController();
    const phases: string[] = [];
    const report = async () => health.report(null, everything, (phase) => phases.push(phase), signal);
    const first = await report();
    expect(phases).not.toEqual([]);
    phases.length = 0;
    expect(await report()).toBe(first);
    expect(phases).toEqual([]);
    items.setStatus({ ids: [...book.items] }, 'rejected', book.people.eve, everything);
    expect(await report()).not.toBe(first);
    expect(phases).not.toEqual([]);
  } finally {
    await core.close();
  }
});
