import { create } from 'zustand';

/** What a screen is set to in a casebook; kept while the window lives, so that coming back changes nothing. */
export interface CasebookChoice<Choice> {
  /** What is chosen in this casebook; another one has other people, fields and figures. */
  readonly useChoice: (casebook: string) => Choice;
  /** Changes what is chosen in this casebook. */
  readonly choose: (casebook: string, change: Partial<Choice>) => void;
}

/** Choices that begin as given in each casebook. */
export function casebookChoice<Choice>(initial: Choice): CasebookChoice<Choice> {
  const store = create<{ readonly casebook: string | null; readonly choice: Choice }>()(() => ({
    casebook: null,
    choice: initial,
  }));
  return {
    useChoice: (casebook) => store((state) => (state.casebook === casebook ? state.choice : initial)),
    choose: (casebook, change) => {
      store.setState((state) => ({
        casebook,
        choice: { ...(state.casebook === casebook ? state.choice : initial), ...change },
      }));
    },
  };
}
