import { Box, Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { ChevronRight, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { ParticipantLanguage } from '../../../../shared/domain/participantLanguage.ts';
import {
  catalogueText,
  type ParticipantText,
  participantTextNames,
  PLACEHOLDER,
} from '../../../../shared/participantTexts/texts.ts';
import classes from './ReplacedTexts.module.css';

/** How many fields are shown at a time: every key typed draws all of them. */
const PAGE = 40;

type TextReplacements = Readonly<Record<string, string>>;

/** Casebook's texts on participants' pages, each with a field for the study's own. */
export function ReplacedTexts({
  language,
  replaced,
  onChange,
}: {
  readonly language: ParticipantLanguage;
  readonly replaced: TextReplacements;
  readonly onChange: (replaced: Record<string, string>) => void;
}) {
  const [open, setOpen] = useState(false);
  const count = participantTextNames.filter((name) => replaced[name] !== undefined).length;
  return (
    <details className={classes['fold']} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={14} aria-hidden />
        Replace texts…
        <span>{count === 0 ? 'none replaced' : `${formatCount(count)} replaced`}</span>
      </summary>
      {open && <Texts language={language} replaced={replaced} onChange={onChange} />}
    </details>
  );
}

function Texts({
  language,
  replaced,
  onChange,
}: {
  readonly language: ParticipantLanguage;
  readonly replaced: TextReplacements;
  readonly onChange: (replaced: Record<string, string>) => void;
}) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PAGE);
  const found = participantTextNames.filter((name) => isFound(search, language, name, replaced[name]));
  const put = (name: ParticipantText, text: string) => {
    const { [name]: _, ...others } = replaced;
    onChange(text === '' ? others : { ...others, [name]: text });
  };
  return (
    <div className={classes['texts']}>
      <Group gap="md">
        <TextInput
          w={320}
          aria-label="Filter texts"
          placeholder="Filter texts"
          leftSection={<Search size={14} aria-hidden />}
          value={search}
          // A filter has nothing to submit.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setShown(PAGE);
          }}
        />
        <Text c="dimmed" role="status">
          {found.length === 0 ? 'No texts match.' : counted(found.length, 'text')}
        </Text>
      </Group>
      <Text c="dimmed" maw="72ch">
        Participants read what you write beside a text. An empty field leaves Casebook’s own. Your words stay
        if you change the language.
      </Text>
      {found.slice(0, shown).map((name) => (
        <Row
          key={name}
          name={name}
          own={catalogueText(language, name)}
          value={replaced[name] ?? ''}
          onChange={(text) => put(name, text)}
        />
      ))}
      {found.length > shown && (
        <Group>
          <Button variant="default" onClick={() => setShown(shown + PAGE)}>
            {`Show ${String(Math.min(PAGE, found.length - shown))} more`}
          </Button>
        </Group>
      )}
    </div>
  );
}

function Row({
  name,
  own,
  value,
  onChange,
}: {
  readonly name: ParticipantText;
  /** Casebook's. */
  readonly own: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const id = useId();
  const warning = value.trim() === '' ? null : placeholderWarning(own, value);
  return (
    <div className={classes['row']} data-replaced={value !== '' || undefined}>
      <div>
        <span>{own}</span>
        <code>{name}</code>
      </div>
      <div>
        <Textarea
          aria-label={own}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={5000}
          placeholder="Casebook’s own"
          value={value}
          {...(warning !== null && { 'aria-describedby': `${id}-warning` })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {warning !== null && (
          <Box id={`${id}-warning`} component="p" mt="xs" c="var(--casebook-pending)" fz="xs" role="status">
            {warning}
          </Box>
        )}
      </div>
    </div>
  );
}

/** Whether a text belongs to a search, by Casebook's words, the study's, or its name. */
function isFound(
  search: string,
  language: ParticipantLanguage,
  name: ParticipantText,
  own: string | undefined,
): boolean {
  const sought = search.trim().toLowerCase();
  return [catalogueText(language, name), own ?? '', name].some((text) => text.toLowerCase().includes(sought));
}

const placeholdersOf = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), ([whole]) => whole)),
];

/** Which braces are missing from a text, or are unknown, in words; null: all is well. */
function placeholderWarning(own: string, value: string): string | null {
  const [wanted, given] = [placeholdersOf(own), placeholdersOf(value)];
  const missing = wanted.filter((each) => !given.includes(each));
  const unknown = given.filter((each) => !wanted.includes(each));
  const parts = [
    ...(missing.length > 0
      ? [
          `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: participants do not see that detail.`,
        ]
      : []),
    ...(unknown.length > 0 ? [`Casebook does not fill in ${unknown.join(', ')} here.`] : []),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}
