import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a page; the focus goes there, so that a screen reader begins with it. */
export function Heading({
  children,
  focused = true,
}: {
  readonly children: ReactNode;
  readonly focused?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Each page begins at its top; where the image is above the question, it stays in sight.
    if (focused) heading.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
