import { sameKeyPoints } from '../../../../shared/benchmarks/samePoints.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { type Json, sameJson } from '../../../../shared/base/json.ts';
import type { VerdictCause } from '../../../../shared/domain/status.ts';

/** What was said of one thing. Values by their places among those that the criterion offers; -1: another. */
export interface Opinion {
  readonly criterion: string;
  /** By judge. */
  readonly people: ReadonlyMap<PersonId, number>;
  readonly models: ReadonlyMap<PersonId, number>;
  /** What people say, or follows from the answer itself; null where they differ or say nothing. */
  readonly agreed: number | null;
  /** Accepted verdicts, as far as people have a part in them: decisions included, LLM judges by themselves not. */
  readonly gold: number | null;
  /** Why judges differed; null where nothing is decided. */
  readonly cause: VerdictCause | null;
  /** Of key points, whose place is their number: the lists themselves; null by other criteria. */
  readonly lists: KeyPointLists | null;
}

/** What key points were listed in an answer. */
export interface KeyPointLists {
  readonly answer: string;
  readonly people: readonly Json[];
  readonly models: ReadonlyMap<PersonId, Json>;
  readonly agreed: Json | null;
  readonly gold: Json | null;
}

/** A verdict that a judge gave. */
interface GivenValue {
  readonly judge: PersonId;
  readonly human: boolean;
  readonly value: Json;
}

/** What there is to know of one thing that was judged. */
export interface JudgedUnit {
  readonly criterion: string;
  readonly given: readonly GivenValue[];
  /** What follows from the answer itself. */
  readonly exact: Json | null;
  /** The accepted verdict, as far as people have a part in it. */
  readonly gold: Json | null;
  /** The answer in which key points were listed; null by other criteria. */
  readonly answer: string | null;
  readonly cause: VerdictCause | null;
}

/**
 * What was said of one thing that was judged.
 * @param placeOf the place of a verdict among those that the criterion offers
 */
export function opinionOf(
  { criterion, given, exact, gold, answer, cause }: JudgedUnit,
  placeOf: (value: Json) => number,
): Opinion {
  const people = given.filter(({ human }) => human);
  const models = given.filter(({ human }) => !human);
  const agreed = exact ?? valueInCommon(people, answer);
  const placesBy = (some: readonly GivenValue[]) =>
    new Map(some.map(({ judge, value }) => [judge, placeOf(value)]));
  return {
    criterion,
    people: placesBy(people),
    models: placesBy(models),
    agreed: agreed === null ? null : placeOf(agreed),
    gold: gold === null ? null : placeOf(gold),
    lists:
      answer === null
        ? null
        : {
            answer,
            people: people.map(({ value }) => value),
            models: new Map(models.map(({ judge, value }) => [judge, value])),
            agreed,
            gold,
          },
    cause,
  };
}

/** What all people say; null where they differ or say nothing. */
function valueInCommon(people: readonly GivenValue[], answer: string | null): Json | null {
  const [first = null] = people.map(({ value }) => value);
  if (first === null) return null;
  const isSame = people.every(({ value }) =>
    answer === null ? sameJson(first, value) : sameKeyPoints(first, value, answer),
  );
  return isSame ? first : null;
}
