import { Textarea } from '@mantine/core';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';

const TEXTS = [
  { name: 'consent', title: 'Consent', hint: 'Shown first; without agreement nothing begins.' },
  { name: 'instructions', title: 'Instructions', hint: 'Shown before the first item.' },
  { name: 'breaks', title: 'Break', hint: 'Shown at each break.' },
  { name: 'thanks', title: 'Thanks', hint: 'Shown at the end.' },
] as const;

/** The texts that participants read. */
export function TextsSection({ settings, change }: SectionProps) {
  return (
    <section className={classes['section']} aria-label="Texts">
      <h2>Texts</h2>
      <p>They are kept with the study and stand in its report.</p>
      {TEXTS.map(({ name, title, hint }) => (
        <Textarea
          key={name}
          label={title}
          description={hint}
          autosize
          minRows={2}
          maxRows={14}
          value={settings.texts[name]}
          error={name === 'consent' && settings.texts.consent.trim() === '' ? 'is empty' : undefined}
          onChange={(event) => {
            change({ texts: { ...settings.texts, [name]: event.currentTarget.value } });
          }}
        />
      ))}
    </section>
  );
}
