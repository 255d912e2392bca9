import type { ElementType, Key } from 'react';
import { Fragment, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime';
import { withTextsInElements } from './ownElements.ts';

export { Fragment };
export type { JSX } from 'react/jsx-runtime';

/** What JSX with at most one child compiles to: React's, with every text in an element of its own. */
export const jsx = (type: ElementType, props: object, key?: Key) =>
  plainJsx(type, withTextsInElements(type, props, false), key);

/** The same of JSX with several children. */
export const jsxs = (type: ElementType, props: object, key?: Key) => {
  const given = withTextsInElements(type, props, true);
  // Texts that became one are one child.
  return 'children' in given && Array.isArray(given.children)
    ? plainJsxs(type, given, key)
    : plainJsx(type, given, key);
};
