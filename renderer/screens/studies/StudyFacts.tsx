import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { Study } from '../../../shared/contract/studies.ts';
import { orpc } from '../../client/index.ts';
import { type StudyFact, studyFacts } from './studyFacts.ts';
import classes from './Studies.module.css';

/** What a study's settings say, in words. */
export function StudyFacts({ study }: { readonly study: Study }) {
  const options = useQuery(orpc.studies.options.queryOptions());
  const facts = studyFacts(study, options.data ?? null);
  const { consent, instructions, breaks, thanks } = study.settings.texts;
  return (
    <>
      <section className={classes['section']} aria-label="Settings">
        <h2>Settings</h2>
        <FactList facts={facts} />
      </section>
      <section className={classes['section']} aria-label="Texts">
        <h2>Texts</h2>
        {(
          [
            ['Consent', consent],
            ['Instructions', instructions],
            ['Break', breaks],
            ['Thanks', thanks],
          ] as const
        )
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <details key={name}>
              <summary>{name}</summary>
              <p className={classes['text']}>{text}</p>
            </details>
          ))}
      </section>
    </>
  );
}

/** Names and their values, side by side. A stratum can have the name of another fact. */
export function FactList({ facts }: { readonly facts: readonly StudyFact[] }) {
  return (
    <dl className={classes['figures']}>
      {facts.map(([name, value], place) => (
        <Fragment key={`${String(place)} ${name}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
