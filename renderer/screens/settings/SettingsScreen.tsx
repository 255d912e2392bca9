import { VisuallyHidden } from '@mantine/core';
import { Link, useParams } from 'wouter';
import type { ComponentType } from 'react';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { useCurates, useOwnsCasebook } from '../../ui/window/applicationState.ts';
import { AboutSettings } from './AboutSettings.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { BackupSettings } from './BackupSettings.tsx';
import { CasebookSettings } from './CasebookSettings.tsx';
import { KeySettings } from './KeySettings.tsx';
import { VocabularySettings } from './VocabularySettings.tsx';
import classes from './SettingsScreen.module.css';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly component: ComponentType;
  /** Of the casebook, not of this machine: for curators. */
  readonly curates?: true;
  /** Also for the person whose device or package it is. */
  readonly owns?: true;
}

const APPEARANCE: Section = {
  id: 'appearance',
  title: 'Appearance and Desk',
  component: AppearanceSettings,
};
const SECTIONS: readonly Section[] = [
  { id: 'casebook', title: 'Casebook', component: CasebookSettings, curates: true },
  { id: 'vocabulary', title: 'Vocabulary', component: VocabularySettings, curates: true },
  { id: 'backups', title: 'Backups', component: BackupSettings, curates: true, owns: true },
  APPEARANCE,
  { id: 'keys', title: 'Shortcuts', component: KeySettings },
  { id: 'about', title: 'About', component: AboutSettings },
];

/** What can be set, of this casebook and of this machine. Casebook saves every change at once. */
export default function SettingsScreen() {
  const chosen = useParams()['section'];
  const isCurator = useCurates();
  const isOwner = useOwnsCasebook();
  const sections = SECTIONS.filter(
    ({ curates, owns }) => curates !== true || isCurator || (owns === true && isOwner),
  );
  // Somebody who opens the settings of their own copy looks for their own preferences first.
  const first = isCurator ? sections[0] : APPEARANCE;
  const section = sections.find(({ id }) => id === chosen) ?? first ?? APPEARANCE;
  const Content = section.component;
  return (
    <ScreenPage>
      <ScreenHeader title="Settings" description="Casebook saves every change at once." />
      <div className={classes['settings']}>
        <nav aria-label="Sections of the settings">
          {sections.map(({ id, title }) => (
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
        <section aria-labelledby="settings-section">
          <VisuallyHidden component="h2" id="settings-section">
            {section.title}
          </VisuallyHidden>
          <Content />
        </section>
      </div>
    </ScreenPage>
  );
}
