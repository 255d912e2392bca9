import type { StudySettings } from '../../../shared/contract/studies.ts';
import type { AnswerKind, StepAnswer } from '../../../shared/domain/baseline.ts';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import type { DisagreementCause, ItemStatus, Role, VerdictCause } from '../../../shared/domain/status.ts';
import type { Picture } from './drawing.ts';

/**
 * A sample casebook is a story: data files, and then what a team did with them, step by step. The app goes through the same
 * services as people who work by hand, so that a sample is what a casebook of theirs would be.
 */
export interface SampleStory {
  /** Files that steps import, by their path: text, a picture to draw, or a file to copy. */
  readonly files: Readonly<Record<string, string | Picture | { readonly copy: string }>>;
  /** In the order of time. */
  readonly steps: readonly SampleStep[];
}

/** How a benchmark's sample comes about. What it is called says `Benchmark.sample`. */
export interface SampleSource {
  /** @param resources the folder of the app's own files */
  tell(resources: string): Promise<SampleStory> | SampleStory;
}

/** Who opens the sample, where a step names a person. Everybody else goes by a handle. */
export const OWNER = '';

/** A box on an item's image, in its pixels. */
export interface SampleBox {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Items go by their external ids, people by their handles. */
export type SampleStep =
  | PeopleStep
  | ImportStep
  | AssignStep
  | AnswerStep
  | DecideStep
  | FixStep
  | StatusStep
  | TagStep
  | SplitStep
  | CommentStep
  | GuidelineStep
  | VocabularyStep
  | StudyStep
  | ModelsStep
  | JudgeStep
  | VerdictStep
  | QuestionsStep;

/** Adds people, or names those whom an import brought along. */
export interface PeopleStep {
  readonly do: 'people';
  readonly people: readonly {
    readonly handle: string;
    readonly name: string;
    readonly roles: readonly Role[];
    /** Deactivated: nobody is asked whether they are that person. */
    readonly setAside?: true;
  }[];
}

export interface ImportStep {
  readonly do: 'import';
  /** A path among the files. */
  readonly source: string;
  readonly format: string;
  readonly boxes?: 'proposals' | 'annotations' | 'ratings';
  /** Of verdicts whose source does not say it: who gave them. */
  readonly judge?: { readonly name: string };
  /** Whose work it is; left out: the owner imports it. */
  readonly person?: string;
}

export interface AssignStep {
  readonly do: 'assign';
  readonly task: string;
  readonly items: readonly string[];
  readonly people: readonly string[];
  readonly round?: number;
  readonly part?: string;
}

/** Somebody answers at the Desk. */
export interface AnswerStep {
  readonly do: 'answer';
  readonly by: string;
  readonly task: string;
  readonly item: string;
  readonly fields: JsonObject;
  /** On the item's first image; left out: the boxes stay as they are. */
  readonly boxes?: readonly SampleBox[];
  /** Begun, and not submitted. */
  readonly draft?: true;
}

/** Somebody decides between raters. */
export interface DecideStep {
  readonly do: 'decide';
  readonly by: string;
  readonly task: string;
  readonly item: string;
  readonly fields: JsonObject;
  readonly boxes?: readonly SampleBox[];
  readonly cause: DisagreementCause;
  readonly note: string;
}

export interface FixStep {
  readonly do: 'fix';
  readonly by: string;
  readonly item: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly reason: string;
}

export interface StatusStep {
  readonly do: 'status';
  readonly items: readonly string[];
  readonly status: ItemStatus;
}

export interface TagStep {
  readonly do: 'tag';
  readonly items: readonly string[];
  readonly tag: string;
}

/** Divides all items, or those named, into splits. */
export interface SplitStep {
  readonly do: 'split';
  readonly shares: Readonly<Record<string, number>>;
  readonly stratify?: string;
}

export interface CommentStep {
  readonly do: 'comment';
  readonly by: string;
  readonly item: string;
  readonly text: string;
  /** What somebody else says to it. */
  readonly reply?: { readonly by: string; readonly text: string };
}

export interface GuidelineStep {
  readonly do: 'guideline';
  readonly task: string;
  readonly field: string;
  readonly category?: string;
  readonly note: string;
  /** Left out: for every round. */
  readonly round?: number;
}

export interface VocabularyStep {
  readonly do: 'vocabulary';
  readonly vocabulary: JsonObject;
}

/** A study, and those who took part in it. */
export interface StudyStep {
  readonly do: 'study';
  readonly title: string;
  readonly settings: Partial<Omit<StudySettings, 'practice'>>;
  readonly practice?: readonly string[];
  readonly prefix: string;
  /** How many answers each participant gives; null: all there are to give. */
  readonly participants: readonly (number | null)[];
  /** What participant n (from 0) answers. */
  readonly reply: (
    participant: number,
    item: string,
    step: string,
    asked: AnswerKind,
    payload: JsonObject,
  ) => StepAnswer;
}

/** Models answer whatever can be asked, as a file of their answers would say it. */
export interface ModelsStep {
  readonly do: 'models';
  readonly names: readonly string[];
  /** What model n (from 0) answers about an item. */
  readonly reply: (model: number, payload: JsonObject, step: string) => string;
}

/** People judge answers, blind; what `verdict` leaves open is open. */
export interface JudgeStep {
  readonly do: 'judge';
  readonly title: string;
  readonly criteria: readonly string[];
  readonly judges: readonly string[];
  /** Of these respondents, by handle or name; left out: of everybody. */
  readonly respondents?: readonly string[];
  readonly verdict: (judge: string, answer: SampleTarget) => Json | null;
}

export interface SampleTarget {
  readonly criterion: string;
  readonly subject: string;
  readonly question: string;
  readonly answer: string;
  readonly reference: readonly string[];
  /** Its place among those of the judge, from 0. */
  readonly place: number;
}

/** Somebody decides the first of what judges differ in. */
export interface VerdictStep {
  readonly do: 'verdicts';
  readonly by: string;
  readonly criterion: string;
  readonly count: number;
  readonly value: Json;
  readonly cause: VerdictCause;
  readonly note: string;
}

/** Questions are built from the items, where the benchmark builds any. */
export interface QuestionsStep {
  readonly do: 'questions';
  readonly kind: string;
  /** Roughly the number of entities of each domain. */
  readonly count: number;
}
