import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react';
import type { ParticipantLanguage } from '../../../shared/domain/participantLanguage.ts';
import { participantTexts, type Phrasebook } from '../../../shared/participantTexts/texts.ts';
import { rememberedTexts, rememberTexts, type StudyTexts } from './rememberedTexts.ts';
import './participant.css';

const SayContext = createContext<Phrasebook>(participantTexts('en'));

/** Casebook's own texts in the language of the study that is shown. */
export const useSay = (): Phrasebook => use(SayContext);

/** What browsers and screen readers call the languages. */
const TAGS: Readonly<Record<ParticipantLanguage, string>> = { en: 'en', de: 'de', zh: 'zh-Hans' };

/**
 * Gives a participant's page its texts, and says in which language the page is.
 * @param of the texts of its study; null: it is not known which study, or not yet
 */
export function ParticipantTexts({
  of,
  children,
}: {
  readonly of: StudyTexts | null;
  readonly children: ReactNode;
}) {
  const texts = useLatestTexts(of);
  const { language, replacedTexts } = texts;
  const say = useMemo(() => participantTexts(language, replacedTexts), [language, replacedTexts]);
  const isKnown = of !== null;
  useLayoutEffect(() => {
    if (isKnown) rememberTexts({ language, replacedTexts });
  }, [isKnown, language, replacedTexts]);
  useLayoutEffect(() => {
    const { documentElement: root } = document;
    const before = root.lang;
    root.lang = TAGS[language];
    // Text as large as the browser says: see participant.css. A browser that translates the page changes `lang` alone.
    root.dataset['participant'] = TAGS[language];
    return () => {
      root.lang = before;
      delete root.dataset['participant'];
    };
  }, [language]);
  return <SayContext value={say}>{children}</SayContext>;
}

/** The texts that are given, or those of the study shown before; the same object for as long as they are the same. */
function useLatestTexts(of: StudyTexts | null): StudyTexts {
  const [remembered] = useState(rememberedTexts);
  const latest = of ?? remembered;
  const [texts, setTexts] = useState(latest);
  // Every reply of the core brings new objects.
  if (isSame(texts, latest)) return texts;
  setTexts(latest);
  return latest;
}

const isSame = (a: StudyTexts, b: StudyTexts): boolean =>
  a.language === b.language && JSON.stringify(a.replacedTexts) === JSON.stringify(b.replacedTexts);
