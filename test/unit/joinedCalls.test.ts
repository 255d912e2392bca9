import { expect, it, vi } from 'vitest';
import { joined } from '../../renderer/client/joined.ts';

/** A link whose calls return when they are told to. */
function slowLink() {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const call = vi.fn(async () => {
    const answer = Promise.withResolvers<unknown>();
    answers.push(answer);
    return answer.promise;
  });
  return { link: joined({ call }), call, answers };
}

const context = { context: {} };

it('asks once for what is asked twice while it is under way, and again afterwards', async () => {
  const { link, call, answers } = slowLink();
  const both = [
    link.call(['people', 'add'], { name: 'Bo' }, context),
    link.call(['people', 'add'], { name: 'Bo' }, context),
  ];
  expect(call).toHaveBeenCalledTimes(1);
  answers[0]?.resolve('added');
  expect(await Promise.all(both)).toEqual(['added', 'added']);
  void link.call(['people', 'add'], { name: 'Bo' }, context);
  expect(call).toHaveBeenCalledTimes(2);
});

it('keeps other inputs, files and calls that can be cancelled apart', () => {
  const { link, call } = slowLink();
  const file = () => new File(['a'], 'a.json');
  void link.call(['people', 'add'], { name: 'Bo' }, context);
  void link.call(['people', 'add'], { name: 'Cy' }, context);
  void link.call(['application', 'upload'], { file: file() }, context);
  void link.call(['application', 'upload'], { file: file() }, context);
  const { signal } = new AbortController();
  void link.call(['items', 'list'], {}, { ...context, signal });
  void link.call(['items', 'list'], {}, { ...context, signal });
  expect(call).toHaveBeenCalledTimes(6);
});

it('asks again after a failure', async () => {
  const { link, call, answers } = slowLink();
  const first = link.call(['people', 'add'], {}, context);
  answers[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  void link.call(['people', 'add'], {}, context);
  expect(call).toHaveBeenCalledTimes(2);
});
