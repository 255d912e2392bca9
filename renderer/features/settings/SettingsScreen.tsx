import { Link, useParams } from 'wouter';
import type { ComponentType } from 'react';
import { ScreenHeader, ScreenPage } from '../../ui/ScreenPage.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { CasebookSettings } from './CasebookSettings.tsx';
import { KeySettings } from './KeySettings.tsx';
import { VocabularySettings } from './VocabularySettings.tsx';
import classes from './SettingsScreen.module.css';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly component: ComponentType;
}

const SECTIONS: readonly [Section, ...Section[]] = [
  { id: 'casebook', title: 'Casebook', component: CasebookSettings },
  { id: 'vocabulary', title: 'Vocabulary', component: VocabularySettings },
  { id: 'appearance', title: 'Appearance and Desk', component: AppearanceSettings },
  { id: 'keys', title: 'Keys', component: KeySettings },
];

/** What can be set, of this casebook and of this machine. Every change is saved at once. */
export default function SettingsScreen() {
  const chosen = useParams()['section'];
  const section = SECTIONS.find(({ id }) => id === chosen) ?? SECTIONS[0];
  const Content = section.component;
  return (
    <ScreenPage>
      <ScreenHeader title="Settings" description="Every change is saved at once." />
      <div className={classes['settings']}>
        <nav aria-label="Sections of the settings">
          {SECTIONS.map(({ id, title }) => (
            <Link
              key={id}
              href={`/settings/${id}`}
              className={classes['link']}
              aria-current={id === section.id ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
        </nav>
        <section aria-label={section.title} className={classes['content']}>
          <Content />
        </section>
      </div>
    </ScreenPage>
  );
}
