import type { ElementType, Key } from 'react';
import { Fragment, type JSXSource, jsxDEV as plainJsxDev } from 'react/jsx-dev-runtime';
import { withTextsInElements } from './ownElements.ts';

export { Fragment };
export type { JSX } from 'react/jsx-dev-runtime';

/** What JSX compiles to under development and in tests: React's, with every text in an element of its own. */
export const jsxDEV = (
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) => {
  const given = withTextsInElements(type, props, isStatic);
  const isList = 'children' in given && Array.isArray(given.children);
  return plainJsxDev(type, given, key, isStatic && isList, source, self);
};
