import { ActionIcon, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { imagesOf } from '../../../../shared/domain/document.ts';
import { copyText } from '../../../client/bridge.ts';
import { orpc } from '../../../client/index.ts';
import { formatBytes } from '../../../ui/text/format.ts';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { useDesk, useDeskState, useImageDetails } from '../../../ui/form/context.ts';
import { Fold } from '../../../ui/form/Fold.tsx';
import classes from './ItemDetails.module.css';

/** What else is known of the item: where it comes from, its files, its tags. Addresses are texts, never links. */
export function ItemDetails() {
  const { session } = useDesk();
  const item = useDeskState((state) => state.item);
  const records = useDeskState((state) => state.records);
  const details = useImageDetails();
  const { data } = useQuery(orpc.items.get.queryOptions({ input: { id: session.itemId } }));
  const images = imagesOf(records).flatMap((image) => {
    const detail = image.imageId === null ? undefined : details.get(image.imageId);
    return detail === undefined ? [] : [{ position: image.position, name: image.name, detail }];
  });
  return (
    <Fold id="item" title="Item" initiallyOpen={false}>
      <Flex component="dl" direction="column" gap="xs">
        <Fact name="Id" value={item.externalId} copy />
        {item.tags.length > 0 && <Fact name="Tags" value={item.tags.join(', ')} />}
        {addressesOf(data?.payload ?? {}).map(([name, address]) => (
          <Fact key={name} name={name} value={address} copy />
        ))}
        {images.map(({ position, name, detail }) => (
          <Fact
            key={position}
            name={images.length > 1 ? `Image ${String(position + 1)}` : 'Image'}
            value={`${name}: ${String(detail.width)} x ${String(detail.height)}, ${detail.format}, ${formatBytes(detail.bytes)}`}
          />
        ))}
        {images.flatMap(({ position, detail }) =>
          [
            ['Licence', detail.licence],
            ['Attribution', detail.attribution],
            [
              'Redistribution',
              detail.redistributable === null ? null : HANDING_ON[String(detail.redistributable)],
            ],
            ['Source', detail.url],
          ].flatMap(([name, value]) =>
            name == null || value == null
              ? []
              : [
                  <Fact
                    key={`${String(position)} ${name}`}
                    name={name}
                    value={value}
                    copy={name === 'Source'}
                  />,
                ],
          ),
        )}
      </Flex>
    </Fold>
  );
}

const HANDING_ON: Readonly<Record<string, string>> = {
  true: 'allowed',
  false: 'not allowed: exports include its name only',
};

function Fact({
  name,
  value,
  copy = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly copy?: boolean;
}) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {copy && (
        <ActionIcon
          size={22}
          aria-label={`Copy: ${name}`}
          onClick={() => {
            copyText(value).then(
              () => {
                toast('Copied.');
              },
              (error: unknown) => {
                toastFailure('Nothing was copied', error);
              },
            );
          }}
        >
          <Copy size={13} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

/** The top-level texts of a payload that are addresses. */
function addressesOf(payload: JsonObject): [name: string, address: string][] {
  return Object.entries(payload).flatMap<[string, string]>(([name, value]) =>
    typeof value === 'string' && /^https?:\/\//u.test(value) ? [[name, value]] : [],
  );
}
