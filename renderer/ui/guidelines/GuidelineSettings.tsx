import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { useCasebook, usePerson, useWritable } from '../window/applicationState.ts';
import { GuidelineList } from './GuidelineList.tsx';
import classes from './Guidelines.module.css';

/** Guidelines of the benchmark's main task, beside the words of the casebook. */
export function GuidelineSettings() {
  const { benchmark: id, vocabulary } = useCasebook();
  const { roles } = usePerson();
  const writable = useWritable();
  const benchmark = findBenchmark(id);
  const task = benchmark?.tasks[0];
  if (benchmark === undefined || task === undefined) return null;
  return (
    <section className={classes['settings']}>
      <h3>Guidelines</h3>
      <p>
        Advice to raters about a field or one of its categories. The Desk shows it beside the form. A
        guideline can be for one round alone, such as a stricter second one.
      </p>
      <GuidelineList
        task={task}
        vocabulary={vocabulary}
        answer={task.initialAnswer(benchmark.stimulus({}))}
        round={null}
        mayChange={writable && roles.includes('curator')}
      />
    </section>
  );
}
