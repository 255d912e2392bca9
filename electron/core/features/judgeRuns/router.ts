import type { Feature } from '../../access/context.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import type { ApplicationStore } from '../../files/applicationStore.ts';
import { keyStateFor, saveKey } from './keys.ts';
import type { JudgeRunsService } from './service.ts';

const os = procedures.judgeRuns;

/** Procedures on LLM judges that run. Nothing is sent unless it is switched on for this machine. */
export function judgeRunsRouter(store: ApplicationStore, judgeRuns: Feature<JudgeRunsService>) {
  const assertAllowed = (): void => {
    if (store.allowsJudgeRuns()) return;
    throw new CasebookError(
      'forbidden',
      'Requests to LLM judges are off on this computer.',
      'Nothing was sent. A curator can allow them on the page “LLM judge”.',
    );
  };
  return {
    state: os.state.handler(({ input, context }) => {
      const { secrets } = context.core.ports;
      return {
        enabled: store.allowsJudgeRuns(),
        key: keyStateFor(secrets, input.endpoint),
        canStore: secrets.canStore(),
      };
    }),
    enable: os.enable.handler(async ({ input }) => {
      store.allowJudgeRuns(input.enabled);
      if (!input.enabled) await judgeRuns.read().stopAll();
    }),
    saveKey: os.saveKey.handler(({ input, context }) => ({
      kept: saveKey(context.core.ports.secrets, input.endpoint, input.key),
    })),
    preview: os.preview.handler(({ input, context }) => judgeRuns.read().preview(input, viewer(context))),
    test: os.test.handler(({ input }) => {
      assertAllowed();
      return judgeRuns.read().test(input);
    }),
    start: os.start.handler(({ input, context }) => {
      const by = caller(context);
      assertAllowed();
      return judgeRuns.write().start(input, by.id);
    }),
    resume: os.resume.handler(({ input }) => {
      assertAllowed();
      return judgeRuns.write().resume(input.id);
    }),
    stop: os.stop.handler(({ input }) => judgeRuns.read().stop(input.id)),
    list: os.list.handler(() => judgeRuns.read().list()),
    watch: os.watch.handler(({ input, signal }) => {
      const service = judgeRuns.read();
      return streamWork(signal, (progress, abort) => service.watch(input.id, progress, abort));
    }),
    calls: os.calls.handler(({ input, context }) => {
      const { id, outcome, offset, limit } = input;
      return judgeRuns.read().calls(id, outcome, offset, limit, viewer(context));
    }),
  };
}
