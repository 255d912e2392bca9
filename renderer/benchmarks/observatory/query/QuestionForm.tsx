import { kindTitle } from '../../../../shared/benchmarks/observatory/queries/kinds.ts';
import { askedFacts, candidatesOf, type Fact, originFacts, rightAnswer } from './facts.ts';
import classes from './query.module.css';
import { PartTitle } from '../PartTitle.tsx';
import { useQuestion } from './useQuestion.ts';

/** What a question asks, its right answer, and how it came about: there is nothing to label on it. */
export function QuestionForm() {
  const question = useQuestion();
  if (question === undefined) return null;
  if (question === null)
    return (
      <section className={classes['part']} aria-labelledby="observatory-question">
        <PartTitle id="observatory-question">A question</PartTitle>
        <p className={classes['note']}>
          Participants answer it in a study session. Its answer is hidden here.
        </p>
      </section>
    );
  const { query } = question;
  const candidates = candidatesOf(query);
  const answer = rightAnswer(query);
  return (
    <>
      <section className={classes['part']} aria-labelledby="observatory-question">
        <PartTitle id="observatory-question">
          {kindTitle(query.kind, query.kind === 'localisation' ? query.guidance : undefined)}
        </PartTitle>
        <p className={classes['note']}>
          Casebook built this question from entities. People and models answer it in studies and runs; it
          needs no labels.
        </p>
        <Facts facts={askedFacts(query)} />
      </section>
      <section className={classes['part']} aria-labelledby="observatory-answer">
        <PartTitle id="observatory-answer">Right answer</PartTitle>
        <p className={classes['answer']}>{answer ?? 'The question does not state it.'}</p>
      </section>
      <section className={classes['part']} aria-labelledby="observatory-origin">
        <PartTitle id="observatory-origin">Origin</PartTitle>
        <Facts facts={originFacts(query)} />
        {candidates.length > 0 && (
          <table className={classes['candidates']}>
            <thead>
              <tr>
                <th scope="col">{query.kind === 'grid' ? 'Cell' : 'Candidate'}</th>
                <th scope="col">Item</th>
                <th scope="col">Role</th>
              </tr>
            </thead>
            <tbody>
              {candidates.map(({ place, what, item, transformation, isAnswer }) => (
                <tr key={place} data-answer={isAnswer || undefined}>
                  <th scope="row">{place}</th>
                  <td>
                    {item}
                    {transformation !== '' && <span className={classes['quiet']}> {transformation}</span>}
                  </td>
                  <td>{what}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
