import { createElement, Fragment } from 'react';

/** A name of its own, so that no rule for `span` reaches it. It is inline and means nothing. */
const ELEMENT = 'text-run';

const isText = (child: unknown): child is string | number | bigint =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';
const isNothing = (child: unknown): boolean =>
  child === null || child === undefined || typeof child === 'boolean' || child === '';
const isList = (child: unknown): child is readonly unknown[] => Array.isArray(child);

const inElement = (text: string, key?: string) => createElement(ELEMENT, { key }, text);

/**
 * An element's children with every text that has neighbours in an element of its own; adjacent texts become one, other
 * children keep their places. A browser that translates a page replaces texts by elements, and React's next change
 * beside them fails or changes a removed text. It still finds elements, and sets the text within them.
 * @param type what the children are in; a fragment's children can have neighbours that are not known here
 * @param children as JSX gives them
 * @param isStatic whether they are listed in JSX, where their places are their keys
 */
function textsInElements(type: unknown, children: unknown, isStatic: boolean): unknown {
  if (isText(children)) return type === Fragment && children !== '' ? inElement(String(children)) : children;
  if (!isList(children)) return children;
  if (!isStatic) return keyed(children);
  if (
    type !== Fragment &&
    children.some(isText) &&
    children.every((child) => isText(child) || isNothing(child))
  )
    return children.filter(isText).join('');
  return merged(children);
}

/** Texts that follow one another are one element, in the place of the first. */
function merged(children: readonly unknown[]): readonly unknown[] {
  const after: unknown[] = [];
  let run: { readonly at: number; text: string } | null = null;
  const end = (): void => {
    if (run !== null && run.text !== '') after[run.at] = inElement(run.text);
    run = null;
  };
  for (const child of children) {
    if (isText(child)) {
      if (run === null) run = { at: after.length, text: String(child) };
      else run.text += String(child);
      after.push(null);
    } else {
      if (!isNothing(child)) end();
      after.push(isList(child) ? keyed(child) : child);
    }
  }
  end();
  return after;
}

/** A list of its own among the children, such as one that `map` gives: its texts get keys. */
const keyed = (children: readonly unknown[]): readonly unknown[] =>
  children.some((child) => isText(child) || isList(child))
    ? children.map((child, index) =>
        isText(child)
          ? inElement(String(child), `text ${String(index)}`)
          : isList(child)
            ? keyed(child)
            : child,
      )
    : children;

/** The properties of an element with its children as `textsInElements` gives them. */
export function withTextsInElements(type: unknown, props: object, isStatic: boolean): object {
  if (!('children' in props)) return props;
  const children = textsInElements(type, props.children, isStatic);
  return children === props.children ? props : { ...props, children };
}
