import { Group, Radio, Select, Switch } from '@mantine/core';
import { ParticipantLanguage } from '../../../../shared/domain/participantLanguage.ts';
import classes from '../Studies.module.css';
import { languageTitles } from '../studyLooks.ts';
import { ReplacedTexts } from './ReplacedTexts.tsx';
import type { SectionProps } from './section.ts';

/** Casebook's own words on participants' pages, and what they are told about the way ahead and about leaving. */
export function LanguageSection({ settings, change }: SectionProps) {
  const language = settings.language ?? 'en';
  return (
    <section className={classes['section']} aria-label="Language and texts">
      <h2>Language and texts</h2>
      <Group align="flex-end" gap="xl">
        <Select
          label="Language of participants’ pages"
          description={`Of Casebook’s own words, titles and fixed answers. Your texts stay as they are.${
            language === 'en' ? '' : ' Once the study is saved, translate the items’ questions on its page.'
          }`}
          w={320}
          data={ParticipantLanguage.options.map((value) => ({ value, label: languageTitles[value] }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => {
            const chosen = ParticipantLanguage.safeParse(value).data;
            if (chosen !== undefined) change({ language: chosen });
          }}
        />
        <Switch
          mb={6}
          label="Participants see how far they are"
          checked={settings.showsProgress ?? true}
          onChange={(event) => change({ showsProgress: event.currentTarget.checked })}
        />
      </Group>
      <Radio.Group
        label="When somebody leaves early"
        value={settings.onWithdrawal ?? 'keep'}
        onChange={(value) => change({ onWithdrawal: value === 'delete' ? 'delete' : 'keep' })}
      >
        <Group gap="xl" mt="xs" align="flex-start">
          <Radio
            value="keep"
            label="Keep their answers"
            description="Marked as left early. Participants read this before they consent."
          />
          <Radio
            value="delete"
            label="Delete their answers"
            description="For good. Participants read this before they consent."
          />
        </Group>
      </Radio.Group>
      <ReplacedTexts
        language={language}
        replaced={settings.replacedTexts ?? {}}
        onChange={(replacedTexts) => change({ replacedTexts })}
      />
    </section>
  );
}
