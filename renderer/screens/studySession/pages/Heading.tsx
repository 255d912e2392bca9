import { useEffect, useRef, type ReactNode } from 'react';

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
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
