import { Button, Checkbox, Collapse, Stack } from '@mantine/core';
import type { ImportDraft, ImportNeeds } from './importDraft.ts';
import { PersonField } from './PersonField.tsx';

/** The options that few imports need, folded away. */
export function MoreImportOptions({
  opened,
  draft: { link, keepGoing, person },
  needs,
  onToggle,
  onChange,
}: {
  readonly opened: boolean;
  readonly draft: ImportDraft;
  readonly needs: ImportNeeds;
  readonly onToggle: () => void;
  readonly onChange: (part: Partial<ImportDraft>) => void;
}) {
  return (
    <div>
      <Button variant="subtle" aria-expanded={opened} onClick={onToggle}>
        {opened ? 'Fewer options' : 'More options'}
      </Button>
      <Collapse expanded={opened}>
        <Stack gap="md" pt="sm">
          {needs.images && (
            <Checkbox
              checked={link}
              label="Leave the image files where they are"
              description="The casebook then refers to the files instead of copying them. Moving them breaks the casebook."
              onChange={(event) => onChange({ link: event.currentTarget.checked })}
            />
          )}
          <Checkbox
            checked={keepGoing}
            label="Skip unreadable items and import the rest"
            description="Otherwise one unreadable item stops the import and changes nothing."
            onChange={(event) => onChange({ keepGoing: event.currentTarget.checked })}
          />
          {needs.images && !needs.rates && (
            <PersonField
              label="Attribute annotations to"
              placeholder="the source itself"
              value={person}
              onChange={(handle) => onChange({ person: handle })}
            />
          )}
        </Stack>
      </Collapse>
    </div>
  );
}
