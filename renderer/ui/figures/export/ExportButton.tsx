import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { client } from '../../../client/index.ts';
import { type Naming, pseudonymsFor, withNames } from '../../../../shared/figures/naming.ts';

/** What people are called in what leaves now: the core says it anew each time, since people come and go. */
export async function namingFor(named: boolean): Promise<Naming> {
  return named ? withNames : pseudonymsFor(await client.people.pseudonyms());
}

export function NamesChoice({
  named,
  onChange,
}: {
  readonly named: boolean;
  readonly onChange: (named: boolean) => void;
}) {
  return (
    <>
      <Menu.CheckboxItem
        checked={named}
        title="Off: people have the pseudonyms of exports, such as rater-1."
        onChange={onChange}
      >
        With names
      </Menu.CheckboxItem>
      <Menu.Divider />
    </>
  );
}

/** A button that opens the ways in which a table or a plot leaves. */
export function ExportButton({
  title,
  name,
  children,
}: {
  readonly title: string;
  readonly name: string;
  readonly children: React.ReactNode;
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-label={`${title}: copy or save ${name}`}
        >
          {title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
