import { Button, Checkbox, Group, Input, MultiSelect, SegmentedControl, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import { ExportRequest, type ExportReport } from '../../../shared/contract/importExport.ts';
import { disputedInWords } from '../../../shared/domain/leftOut.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import { useItemsToExport } from '../../ui/items/selectedItems.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { useApplicationState, useCasebook } from '../../ui/window/applicationState.ts';
import { client, orpc } from '../../client/index.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PathField } from '../../ui/files/PathField.tsx';
import { fileNameOf, joinPath } from '../../ui/files/paths.ts';
import { statusLooks } from '../../ui/items/StatusBadge.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkForm } from '../../ui/work/WorkDialog.tsx';
import { ExportSummary } from './ExportSummary.tsx';

type Images = 'copy' | 'link' | 'none';
/** What an export has only on purpose. */
const SHOWN = [
  { id: 'names', label: 'People’s names (else rater-1, rater-2, …)' },
  { id: 'times', label: 'Times of day (else dates)' },
  { id: 'inner', label: 'Casebook’s own columns, such as status' },
] as const;
type Shown = (typeof SHOWN)[number]['id'];
const NOTHING_SHOWN = { names: false, times: false, inner: false };

const IMAGES: readonly { readonly value: Images; readonly label: string }[] = [
  { value: 'copy', label: 'Copy' },
  { value: 'link', label: 'Link' },
  { value: 'none', label: 'Leave out' },
];

/** Formats that hand ratings on, whatever became of the item; the others are for what is accepted. */
const FOR_WORK: ReadonlySet<string> = new Set(['ratings-csv', 'labelstudio']);

/** Hands the benchmark out: in which format, which items, where to; then what came of it. */
export function ExportForm() {
  const { title, benchmark } = useCasebook();
  const only = useItemsToExport(({ chosen }) => chosen);
  const documents = useApplicationState().data?.documents ?? '';
  const formats = (useQuery(orpc.importExport.formats.queryOptions()).data ?? []).filter(
    (each) => each.writes !== null,
  );
  const [chosenFormat, setFormat] = useState<string | null>(null);
  const format = chosenFormat ?? formats.find(({ id }) => id === benchmark)?.id ?? formats[0]?.id ?? null;
  const description = formats.find(({ id }) => id === format);
  const [chosenTarget, setTarget] = useState<string | null>(null);
  const suggested = joinPath(documents, `${fileNameOf(title)} ${format ?? ''}`.trim());
  const target = chosenTarget ?? suggested;
  const [chosenStatus, setStatus] = useState<readonly ItemStatus[] | null>(null);
  const isOfItems = description?.carries === undefined;
  // What somebody picked is exported as it is.
  const forWork = FOR_WORK.has(format ?? '') || !isOfItems || only !== null;
  const status = chosenStatus ?? (forWork ? ItemStatus.options : ['accepted']);
  const [respondents, setRespondents] = useState<string[]>([]);
  const answered =
    useQuery(orpc.responses.respondents.queryOptions({ enabled: !isOfItems })).data?.filter(
      (each) => each.responses > 0,
    ) ?? [];
  const [images, setImages] = useState<Images>('copy');
  const [strict, setStrict] = useState(false);
  const [force, setForce] = useState(false);
  const [plain, setPlain] = useState(false);
  const [shown, setShown] = useState<Readonly<Record<Shown, boolean>>>(NOTHING_SHOWN);

  const scope: ItemFilter =
    only === null ? {} : 'ids' in only.items ? { ids: only.items.ids } : only.items.filter;
  const counts = useQuery(orpc.items.counts.queryOptions({ input: { filter: scope } })).data?.status;
  const countOf = (each: ItemStatus): string =>
    counts === undefined ? '' : ` (${formatCount(counts.find(({ value }) => value === each)?.count ?? 0)})`;

  const countAmong = (among: readonly ItemStatus[]): number =>
    counts?.reduce((sum, { value, count }) => sum + (among.some((each) => each === value) ? count : 0), 0) ??
    0;
  const disputed =
    useQuery(
      orpc.items.counts.queryOptions({
        input: { filter: { ...scope, ratings: ['disputed', 'conflict'], status: [...status] } },
        enabled: isOfItems,
      }),
    ).data?.total ?? 0;
  const isEmpty =
    isOfItems && counts !== undefined && countAmong(status) === 0 && countAmong(ItemStatus.options) > 0;

  const work = useStreamedWork<ExportReport>();
  const { state, start, reset } = work;

  const handOut = (allowFewer: boolean): void => {
    if (format === null) return;
    const everyStatus = status.length === ItemStatus.options.length;
    const request = ExportRequest.parse({
      target: target.trim(),
      format,
      status: everyStatus ? null : status,
      ...(only !== null && { items: only.items }),
      images: isOfItems ? images : 'none',
      strict: isOfItems && strict,
      ...shown,
      plain: isOfItems && plain,
      force,
      allowFewer,
      ...(!isOfItems && respondents.length > 0 && { respondents }),
    });
    void start((signal) => client.importExport.export(request, { signal }));
  };

  if (state.status === 'done')
    return (
      <ExportSummary
        report={state.result}
        images={isOfItems}
        target={target}
        onAgain={reset}
        onReplace={() => {
          handOut(true);
        }}
      />
    );
  return (
    <WorkForm
      work={work}
      cancelled="The export was stopped. The target is unchanged."
      onSubmit={() => {
        handOut(false);
      }}
      actions={
        <Button type="submit" disabled={format === null || target.trim() === '' || status.length === 0}>
          Export
        </Button>
      }
    >
      {only !== null && <p>Only the {counted(only.count, 'item')} selected in the Library.</p>}
      <Select
        label="Format"
        description={typeof description?.writes === 'string' ? `Writes ${description.writes}.` : ''}
        data={formats.map(({ id, title: name }) => ({ value: id, label: name }))}
        value={format}
        onChange={setFormat}
        allowDeselect={false}
        data-autofocus
      />
      <PathField
        label="To"
        description={
          description?.target === 'file'
            ? 'A new file.'
            : isOfItems
              ? 'A new folder.'
              : 'A new file or folder.'
        }
        value={target}
        onChange={setTarget}
        requests={[{ kind: 'folder', title: 'Choose where to export' }]}
        required
      />
      {!isOfItems && (
        <MultiSelect
          label="Respondents"
          description="Excluded, replaced and practice answers are always left out."
          placeholder={respondents.length === 0 ? 'everybody' : ''}
          clearable
          clearButtonProps={{ 'aria-label': 'Everybody' }}
          searchable
          data={answered.map(({ handle, name, version }) => ({
            value: handle,
            label: version === null ? name : `${name}, ${version}`,
          }))}
          value={respondents}
          onChange={setRespondents}
        />
      )}
      <Checkbox.Group
        label="Items"
        description={
          isOfItems
            ? 'The export reports and leaves out accepted items that break a rule of the benchmark.'
            : null
        }
        value={[...status]}
        onChange={(values) => {
          setStatus(ItemStatus.options.filter((each) => values.includes(each)));
        }}
      >
        <Group gap="md" mt="xs">
          {ItemStatus.options.map((each) => (
            <Checkbox key={each} value={each} label={`${statusLooks[each].title}${countOf(each)}`} />
          ))}
        </Group>
      </Checkbox.Group>
      {isEmpty && (
        <Notice state="pending" title="The export would be empty">
          None of {counted(countAmong(ItemStatus.options), 'item')} has a chosen status. Accept items first,
          or choose another status.
        </Notice>
      )}
      {isOfItems && disputed > 0 && (
        <Notice state="disputed" title="The export includes disputed items">
          {disputedInWords(disputed)}
        </Notice>
      )}
      {isOfItems && (
        <>
          <Input.Wrapper
            label="Images"
            description="Copies have no EXIF data. Links save space but break when the casebook moves."
            labelElement="div"
          >
            <div>
              <SegmentedControl aria-label="Images" data={[...IMAGES]} value={images} onChange={setImages} />
            </div>
          </Input.Wrapper>
          <Checkbox
            checked={strict}
            label="Stop if an item must be left out"
            onChange={(event) => {
              setStrict(event.currentTarget.checked);
            }}
          />
          <Checkbox
            checked={plain}
            label="CSV files for scripts"
            description="Cells are written as they are. Otherwise cells that start with =, +, - or @ get an apostrophe, so that spreadsheets do not run them."
            onChange={(event) => {
              setPlain(event.currentTarget.checked);
            }}
          />
        </>
      )}
      <Input.Wrapper
        label="Include"
        description="Left out of what is published unless you choose them. History keeps who is behind each pseudonym."
        labelElement="div"
      >
        <Stack gap={6} mt={4}>
          {SHOWN.map(({ id, label }) => (
            <Checkbox
              key={id}
              checked={shown[id]}
              label={label}
              onChange={(event) => {
                setShown({ ...shown, [id]: event.currentTarget.checked });
              }}
            />
          ))}
        </Stack>
      </Input.Wrapper>
      <Checkbox
        checked={force}
        label="Replace an existing export"
        description="Casebook asks before it replaces a larger export."
        onChange={(event) => {
          setForce(event.currentTarget.checked);
        }}
      />
    </WorkForm>
  );
}
