import { Checkbox, Input, SegmentedControl } from '@mantine/core';
import type { ExportDraft, ExportedImages } from './exportDraft.ts';

const IMAGES: readonly { readonly value: ExportedImages; readonly label: string }[] = [
  { value: 'copy', label: 'Copy' },
  { value: 'link', label: 'Link' },
  { value: 'none', label: 'Leave out' },
];

/** Asks how images and CSV files are written, and whether to stop where an item must be left out. */
export function ExportedFiles({
  draft: { images, strict, plain },
  onChange,
}: {
  readonly draft: ExportDraft;
  readonly onChange: (part: Partial<ExportDraft>) => void;
}) {
  return (
    <>
      <Input.Wrapper
        label="Images"
        description="Copies have no EXIF data. Links save space but break when the casebook moves."
        labelElement="div"
      >
        <div>
          <SegmentedControl
            aria-label="Images"
            data={[...IMAGES]}
            value={images}
            onChange={(chosen) => onChange({ images: chosen })}
          />
        </div>
      </Input.Wrapper>
      <Checkbox
        checked={strict}
        label="Stop if an item must be left out"
        onChange={(event) => onChange({ strict: event.currentTarget.checked })}
      />
      <Checkbox
        checked={plain}
        label="CSV files for scripts"
        description="Cells are written as they are. Otherwise cells that start with =, +, - or @ get an apostrophe, so that spreadsheets do not run them."
        onChange={(event) => onChange({ plain: event.currentTarget.checked })}
      />
    </>
  );
}
