import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import type { McsBenchPayload } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { isJsonObject, isList, type Json } from '../../../shared/base/json.ts';
import classes from './DeskForm.module.css';
import { useSource } from './useAnswerForm.ts';

/** What the item was made of: concept, facts and observations, references. Addresses are texts, never links. */
export function EvidencePart() {
  const source = useSource();
  const { concept, definition, attributes, confusing_concepts: confusing, references } = source;
  return (
    <dl className={classes['facts']}>
      <Fact name="Concept">
        {[concept, definition].filter((text) => (text ?? '') !== '').join(': ') || null}
      </Fact>
      <Fact name="Attributes">{attributesIn(attributes ?? null).join(', ') || null}</Fact>
      <Fact name="Confusing">{confusing?.join(', ') || null}</Fact>
      <Fact name="Evidence">
        <Lines lines={(source.evidence ?? []).map(evidenceText)} />
      </Fact>
      <Fact name="References">
        <Lines lines={(references ?? []).map(referenceText)} />
      </Fact>
      <Fact name="Golden chain">
        <Lines
          lines={
            typeof source.rc_breakdown === 'string' ? [source.rc_breakdown] : (source.rc_breakdown ?? [])
          }
        />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{children ?? <span className={classes['strategy']}>none</span>}</dd>
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return <span className={classes['strategy']}>none</span>;
  return (
    <Flex component="ol" direction="column" gap={2} pl="lg">
      {lines.map((line, at) => (
        <li key={`${String(at)} ${line}`}>{line}</li>
      ))}
    </Flex>
  );
}

/** The leaves of a hierarchy of parts, each with where it belongs. */
function attributesIn(value: Json, path = ''): readonly string[] {
  const named = (name: string): string => (path === '' ? name : `${path}: ${name}`);
  if (value === null) return [];
  if (isList(value)) {
    const plain = value.filter((each) => typeof each === 'string');
    return plain.length === value.length && plain.length > 0
      ? [named(plain.join(' / '))]
      : value.flatMap((each) => attributesIn(each, path));
  }
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, inner]) => attributesIn(inner, named(key)));
  return [named(String(value))];
}

function evidenceText(evidence: NonNullable<McsBenchPayload['evidence']>[number]): string {
  if (typeof evidence === 'string') return evidence;
  const { id, kind, text } = evidence;
  const marks = [id, kind].filter((mark) => typeof mark === 'string');
  return marks.length === 0 ? text : `${marks.join(', ')}: ${text}`;
}

function referenceText(reference: NonNullable<McsBenchPayload['references']>[number]): string {
  if (typeof reference === 'string') return reference;
  const texts = Object.values(reference).filter((value) => typeof value === 'string');
  return texts.length === 0 ? '(no text)' : texts.join(', ');
}
