import { Select, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FieldLevel, type FoundField } from '../../../shared/contract/importExport.ts';
import classes from './RatingFields.module.css';

const LEVELS: Readonly<Record<FieldLevel['level'], string>> = {
  nominal: 'Names: same or not',
  ordinal: 'In an order',
  interval: 'Measurements',
  set: 'Sets',
  text: 'Texts: not compared',
};

/** The fields that a source of ratings has and how each will be compared; of new ones it can be chosen. */
export function RatingFields({
  fields,
  levels,
  onChange,
}: {
  readonly fields: readonly FoundField[];
  readonly levels: Readonly<Record<string, FieldLevel>>;
  readonly onChange: (levels: Readonly<Record<string, FieldLevel>>) => void;
}) {
  return (
    <div className={classes['scroll']}>
      <Table verticalSpacing={4} aria-label="Fields found">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th className={classes['count']}>Values</Table.Th>
            <Table.Th>Compared as</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <FieldRow
              key={`${field.task} ${field.name}`}
              field={field}
              level={levels[field.name]}
              onChange={(level) => onChange({ ...levels, [field.name]: level })}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function FieldRow({
  field,
  level,
  onChange,
}: {
  readonly field: FoundField;
  readonly level: FieldLevel | undefined;
  readonly onChange: (level: FieldLevel) => void;
}) {
  const { name, values, known, order } = field;
  const shown = level?.level ?? field.level;
  const numbers = order.length > 0 && order.every((value) => Number.isFinite(Number(value)));
  return (
    <Table.Tr>
      <Table.Td className={classes['name']}>{name}</Table.Td>
      <Table.Td className={classes['count']}>{values > 1000 ? 'over 1000' : values}</Table.Td>
      <Table.Td>
        {known || shown === 'boxes' ? (
          <Text component="span" size="sm">
            {shown === 'boxes' ? 'Boxes' : LEVELS[shown]}
            {known && ', as in the casebook'}
          </Text>
        ) : (
          <Select
            aria-label={`How ${name} is compared`}
            data={FieldLevel.shape.level.options.map((value) => ({ value, label: LEVELS[value] }))}
            value={shown}
            allowDeselect={false}
            onChange={(chosen) => {
              if (chosen === null) return;
              const wordsInOrder = chosen === 'ordinal' && !numbers && order.length > 0;
              onChange({ level: chosen, ...(wordsInOrder && { order: [...order] }) });
            }}
          />
        )}
        {!known && shown === 'ordinal' && !numbers && (
          <OrderField
            name={name}
            order={level?.order ?? order}
            onChange={(next) => onChange({ level: 'ordinal', order: next })}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function OrderField({
  name,
  order,
  onChange,
}: {
  readonly name: string;
  readonly order: readonly string[];
  readonly onChange: (order: string[]) => void;
}) {
  const [text, setText] = useState(order.join(' < '));
  return (
    <TextInput
      mt={4}
      label="From least to most"
      aria-label={`Values of ${name} from least to most`}
      placeholder="low < medium < high"
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        onChange(
          typed
            .split('<')
            .map((value) => value.trim())
            .filter((value) => value !== ''),
        );
      }}
    />
  );
}
