import { Button, Group, Text, TextInput } from '@mantine/core';
import { QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../../ui/text/CopyButton.tsx';
import { QrDialog } from './QrDialog.tsx';
import classes from './Recruitment.module.css';

/** How to hand the link out, by who uses it. `listed`: each id of a list has a link of its own. */
const USES = {
  everybody: 'Everybody uses this same link.',
  prolific: 'Paste it into Prolific as the study link: Prolific fills in the ids.',
  generic: 'Your panel adds each person’s id at the end.',
  listed: 'Each person gets a link of their own: make the links for a list of ids.',
} as const;

/** The browser of a curator stays the curator’s. */
const PREVIEW = 'To see what participants see first, open the preview link in a private window.';

/** The study link, to copy, project, or try first. */
export function StudyLink({
  title,
  link,
  previewLink,
  use,
}: {
  /** The study’s. */
  readonly title: string;
  readonly link: string;
  /** Null: there is none. */
  readonly previewLink: string | null;
  readonly use: keyof typeof USES;
}) {
  const [projected, setProjected] = useState(false);
  const preview = previewLink !== null && <CopyButton label="Copy preview link" text={() => previewLink} />;
  const about = `${USES[use]}${previewLink === null ? '' : ` ${PREVIEW}`}`;
  if (use === 'listed')
    return (
      <Group gap="md">
        <Text>{about}</Text>
        {preview}
      </Group>
    );
  return (
    <div className={classes['linkRow']}>
      <TextInput
        label="Study link"
        description={about}
        readOnly
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton label="Copy link" text={() => link} />
      {use === 'everybody' && (
        <Button
          variant="default"
          leftSection={<QrIcon size={14} aria-hidden />}
          onClick={() => setProjected(true)}
        >
          Show QR code
        </Button>
      )}
      {preview}
      <QrDialog title={title} link={link} opened={projected} onClose={() => setProjected(false)} />
    </div>
  );
}
