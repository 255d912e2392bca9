import { Lock } from 'lucide-react';
import type { StepView } from '../session/studySessionState.ts';
import classes from './pages.module.css';

/** What was answered about this item before: locked, in small. */
export function Earlier({ answers }: { readonly answers: StepView['earlier'] }) {
  if (answers.length === 0) return null;
  return (
    <section className={classes['earlier']} aria-label="Answered before, locked">
      <h2>
        <Lock size={12} aria-hidden />
        Answered before
      </h2>
      <dl>
        {answers.map(({ prompt, answer }, index) => (
          // Questions can repeat; their order never changes.
          <div key={`${String(index)} ${prompt}`}>
            <dt>{prompt}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
