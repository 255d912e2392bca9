import { Anchor } from '@mantine/core';
import { useLocation } from 'wouter';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { openHelp } from '../../../ui/window/help.ts';
import classes from './Recruitment.module.css';

/** Says that there is no study link yet, and what makes one work. */
export function NotHosted() {
  const [location] = useLocation();
  return (
    <Notice state="neutral" title="The study link works once the casebook is hosted">
      This program is not on a network. Serve the casebook with{' '}
      <code className={classes['command']}>casebook host CASEBOOK --public-url https://…</code> and this page
      shows the link.{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        onClick={() => openHelp('remote-participants', location)}
      >
        How to host a casebook
      </Anchor>
    </Notice>
  );
}
