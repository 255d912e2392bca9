import { create } from 'zustand';
import { type JudgeRun, JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { isLoopback } from '../../../../shared/domain/loopback.ts';

/** The form as it is filled in; a number's field can be empty. */
export interface JudgeForm {
  readonly endpoint: string;
  readonly model: string;
  readonly version: string;
  readonly temperature: number | string;
  readonly maxTokens: number | string;
  readonly concurrency: number | string;
  readonly retries: number | string;
  readonly timeoutSeconds: number | string;
  /** Null: all. */
  readonly criteria: readonly string[] | null;
  readonly respondents: readonly PersonId[];
  /** Empty: all answers. */
  readonly first: number | string;
  readonly promptPrice: number | string;
  readonly completionPrice: number | string;
}

const initial: JudgeForm = {
  endpoint: 'http://127.0.0.1:11434/v1',
  model: '',
  version: '',
  temperature: 0,
  maxTokens: 1024,
  concurrency: 4,
  retries: 5,
  timeoutSeconds: 120,
  criteria: null,
  respondents: [],
  first: '',
  promptPrice: '',
  completionPrice: '',
};

/** What was filled in stays while one looks elsewhere; another casebook starts anew. */
const store = create<{ readonly casebook: string | null; readonly form: JudgeForm | null }>()(() => ({
  casebook: null,
  form: null,
}));

/** The form of a casebook: as it was left, else as the last run was set. */
export function useJudgeForm(
  casebook: string,
  last: JudgeRun | undefined,
): readonly [JudgeForm, (change: Partial<JudgeForm>) => void] {
  const kept = store((state) => (state.casebook === casebook ? state.form : null));
  const form = kept ?? (last === undefined ? initial : formOf(last.settings));
  return [
    form,
    (change) => {
      store.setState({ casebook, form: { ...form, ...change } });
    },
  ];
}

function formOf({ criteria, respondents, first, price, ...settings }: JudgeRunSettings): JudgeForm {
  return {
    ...settings,
    criteria,
    respondents: respondents ?? [],
    first: first ?? '',
    promptPrice: price?.prompt ?? '',
    completionPrice: price?.completion ?? '',
  };
}

/** The settings that a form means, or what is missing, by field. */
export function readForm(
  form: JudgeForm,
  offered: readonly string[],
):
  | { readonly settings: JudgeRunSettings; readonly problems: Readonly<Record<string, string>> }
  | { readonly settings: null; readonly problems: Readonly<Record<string, string>> } {
  const { criteria, respondents, first, promptPrice, completionPrice, ...others } = form;
  const hasPrice = promptPrice !== '' || completionPrice !== '';
  const parsed = JudgeRunSettings.safeParse({
    ...others,
    endpoint: form.endpoint.trim(),
    model: form.model.trim(),
    version: form.version.trim(),
    criteria: criteria ?? offered,
    price: hasPrice ? { prompt: priceIn(promptPrice), completion: priceIn(completionPrice) } : null,
    ...(respondents.length === 0 ? {} : { respondents }),
    ...(first === '' ? {} : { first }),
  });
  if (parsed.success) return { settings: parsed.data, problems: {} };
  const fields = parsed.error.issues.map(({ path }) => String(path[0]));
  return {
    settings: null,
    problems: Object.fromEntries(
      fields.map((field) => [field, PROBLEMS[field] ?? 'This value is not valid.']),
    ),
  };
}

/** A price that is left empty is none; a text that is no number stays one, and is a problem. */
const priceIn = (typed: number | string): number | string => (typed === '' ? 0 : typed);

const PROBLEMS: Readonly<Record<string, string>> = {
  endpoint: 'An address that begins with http:// or https://',
  model: 'The endpoint’s name for the model',
  temperature: '0 to 2',
  maxTokens: '1 to 100,000',
  concurrency: '1 to 64',
  retries: '0 to 20',
  timeoutSeconds: '1 to 3,600',
  criteria: 'At least one',
  first: 'A whole number, or empty for all answers',
};

/** What sending to an endpoint means; null while it is no address. */
export function placeOf(
  endpoint: string,
): { readonly host: string; readonly local: boolean; readonly encrypted: boolean } | null {
  const url = URL.parse(endpoint.trim());
  if (url === null || !/^https?:$/u.test(url.protocol) || url.hostname === '') return null;
  return { host: url.host, local: isLoopback(url.hostname), encrypted: url.protocol === 'https:' };
}
