import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { useWritable } from '../../../ui/window/applicationState.ts';
import { benchmarkParts } from '../../../benchmarks/registry.ts';
import { client, orpc } from '../../../client/index.ts';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { sourceOf, useReport } from '../../../ui/figures/shownReport.ts';

/** What a casebook can set about the benchmark's figures, drawn and edited by the benchmark's own part. */
export function ParametersSection({ onSaved }: { readonly onSaved: () => void }) {
  const { report } = useReport();
  const writable = useWritable();
  const queries = useQueryClient();
  const choices = useQuery(orpc.metrics.choices.queryOptions());
  const Editor = benchmarkParts[report.benchmark]?.MetricParameters;
  if (Editor === undefined) return null;
  const save = async (parameters: JsonObject): Promise<void> => {
    try {
      await client.metrics.saveParameters({ parameters });
      await queries.invalidateQueries({ queryKey: orpc.metrics.choices.key() });
      toast('Parameters saved; Casebook recomputes the figures.');
      onSaved();
    } catch (error) {
      toastFailure('The parameters were not saved', error);
    }
  };
  return (
    <Editor
      key={JSON.stringify(choices.data?.parameters ?? report.parameters)}
      parameters={choices.data?.parameters ?? report.parameters}
      source={sourceOf(report)}
      readOnly={!writable}
      onSave={save}
    />
  );
}
