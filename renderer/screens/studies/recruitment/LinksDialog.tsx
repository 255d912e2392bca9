import { useTextDraft } from '../../../ui/form/useFormDraft.ts';
import {
  Button,
  FileButton,
  Group,
  Modal,
  ScrollArea,
  Select,
  Stack,
  Table,
  Text,
  Textarea,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Study } from '../../../../shared/contract/studies.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { csvLines } from '../../../../shared/base/csv.ts';
import { slug } from '../../../../shared/figures/fileName.ts';
import { orpc } from '../../../client/index.ts';
import { CopyButton } from '../../../ui/text/CopyButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { saveFile } from '../../../ui/files/saveFile.ts';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { idColumn, idsOf, idsOfColumn, type IdTable, readTable } from './idList.ts';
import classes from './Recruitment.module.css';

/** How many links are shown; the file and the copy have all. */
const SHOWN = 100;

/** Makes a link for each id of a list. */
export function LinksDialog({
  study,
  idParameter,
  opened,
  onClose,
}: {
  readonly study: Study;
  readonly idParameter: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Links for a list of ids"
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Links study={study} idParameter={idParameter} onClose={onClose} />
    </Modal>
  );
}

function Links({
  study: { id, title },
  idParameter,
  onClose,
}: {
  readonly study: Study;
  readonly idParameter: string;
  readonly onClose: () => void;
}) {
  const [text, setText] = useTextDraft(`links ${id}`, 'Personal links');
  const make = useMutation({
    ...orpc.recruitment.links.mutationOptions(),
    onSuccess: () => {
      setText('');
    },
    onError: (error) => toastFailure('No link was made', error),
  });
  if (make.data !== undefined)
    return <Made links={make.data} name={`${slug(title)}-links.csv`} onClose={onClose} />;
  const { ids, problem } = idsOf(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate({ id, ids: [...ids] });
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">
          Each link works for its id alone. The same id always gets the same link, so you can add ids later.
        </Text>
        <IdsField text={text} problem={problem} idParameter={idParameter} onChange={setText} />
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={make.isPending}
            disabled={ids.length === 0 || problem !== null}
          >{`Make ${counted(ids.length, 'link')}`}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Ids, typed, pasted or from a file that is chosen or dropped on them. */
function IdsField({
  text,
  problem,
  idParameter,
  onChange,
}: {
  readonly text: string;
  readonly problem: string | null;
  readonly idParameter: string;
  readonly onChange: (text: string) => void;
}) {
  const reset = useRef<() => void>(null);
  const [table, setTable] = useState<IdTable | null>(null);
  const [column, setColumn] = useState(0);
  const read = async (file: File | null | undefined) => {
    if (file == null) return;
    // The same file, corrected, can be chosen again.
    reset.current?.();
    try {
      const found = readTable(await file.text());
      const named = found === null ? null : idColumn(found, idParameter);
      // A list has no name above it, a table has.
      const isTable = found !== null && found.columns.length > 1;
      setTable(isTable ? found : null);
      setColumn(named ?? 0);
      onChange(found === null ? '' : idsOfColumn(found, named ?? 0, isTable || named !== null));
    } catch (error) {
      toastFailure('The file could not be read', error);
    }
  };
  return (
    <>
      <Textarea
        label="Ids, one a line"
        description="Paste them, or drop a CSV file here."
        data-autofocus
        autosize
        minRows={6}
        maxRows={12}
        spellCheck={false}
        value={text}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.value)}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes('Files')) event.preventDefault();
        }}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files;
          if (file === undefined) return;
          event.preventDefault();
          void read(file);
        }}
      />
      <Group align="flex-end" gap="md">
        <FileButton
          resetRef={reset}
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(file) => void read(file)}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<FileSpreadsheet size={14} aria-hidden />}>
              Choose file…
            </Button>
          )}
        </FileButton>
        {table !== null && (
          <Select
            label="Column with the ids"
            w={232}
            data={table.columns.map((name, place) => ({
              value: String(place),
              label: name.trim() === '' ? `Column ${String(place + 1)}` : name,
            }))}
            value={String(column)}
            allowDeselect={false}
            onChange={(value) => {
              const place = Number(value);
              setColumn(place);
              onChange(idsOfColumn(table, place, true));
            }}
          />
        )}
      </Group>
    </>
  );
}

function Made({
  links,
  name,
  onClose,
}: {
  readonly links: readonly { readonly id: string; readonly link: string }[];
  /** Of the file. */
  readonly name: string;
  readonly onClose: () => void;
}) {
  const csv = () => csvLines([['id', 'link'], ...links.map(({ id, link }) => [id, link])]);
  return (
    <Stack gap="md">
      <Notice state="accepted" title={`${counted(links.length, 'link')} made`}>
        Send each person their own. Casebook can make the same links again at any time.
      </Notice>
      <ScrollArea.Autosize
        mah={280}
        type="auto"
        className={classes['links'] ?? ''}
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Links that were made' }}
      >
        <Table aria-label="Links" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="30%">Id</Table.Th>
              <Table.Th>Link</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {links.slice(0, SHOWN).map(({ id, link }) => (
              <Table.Tr key={id}>
                <Table.Td>{id}</Table.Td>
                <Table.Td ff="monospace">{link}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {links.length > SHOWN && (
        <Text c="dimmed">{`and ${formatCount(links.length - SHOWN)} more; the file and the copy have all of them.`}</Text>
      )}
      <Group justify="flex-end">
        <CopyButton label="Copy as CSV" text={csv} />
        <Button
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => saveFile(name, new Blob([csv()], { type: 'text/csv' }))}
        >
          Save as CSV
        </Button>
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
