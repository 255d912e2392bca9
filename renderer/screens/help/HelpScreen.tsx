import { Box, Button, ScrollArea, TextInput, Typography } from '@mantine/core';
import { ArrowLeft, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useCommands } from '../../ui/commands/commands.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { leaveHelp } from '../../ui/window/help.ts';
import { places } from '../../ui/window/navigate.ts';
import { helpCommands } from './commands.ts';
import { findPage, guide, type GuidePage, searchGuide } from './guide.ts';
import { elementId, Markdown } from './Markdown.tsx';
import classes from './HelpScreen.module.css';

/** The guide: its pages on the left, one of them beside it. */
export default function HelpScreen() {
  const { page: name, anchor } = useParams();
  const page = findPage(name ?? 'start');
  const [search, setSearch] = useState('');
  useCommands('help', [{ ...helpCommands.leave, run: leaveHelp }]);
  return (
    <Box display="grid" h="100%" style={{ gridTemplateColumns: '224px minmax(0, 1fr)' }}>
      <ScrollArea h="100%" type="auto" className={classes['contents']}>
        <div className={classes['top']}>
          <Button
            variant="default"
            leftSection={<ArrowLeft size={14} aria-hidden />}
            rightSection={<KeyCaps value="Escape" />}
            onClick={leaveHelp}
          >
            Close the guide
          </Button>
          <TextInput
            aria-label="Search the guide"
            placeholder="Search the guide"
            leftSection={<Search size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </div>
        {search.trim() === '' ? <Contents current={page?.name} /> : <Results search={search.trim()} />}
      </ScrollArea>
      <ScrollArea h="100%" type="auto">
        <Article key={`${name ?? ''}#${anchor ?? ''}`} page={page} anchor={anchor} />
      </ScrollArea>
    </Box>
  );
}

function Article({ page, anchor }: { readonly page: GuidePage | null; readonly anchor: string | undefined }) {
  const article = useRef<HTMLElement>(null);
  // The keyboard continues where the reader looks.
  useEffect(() => {
    const heading = anchor === undefined ? null : document.getElementById(elementId(anchor));
    const target = heading ?? article.current?.querySelector<HTMLElement>('h1');
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  }, [anchor]);
  return (
    <article ref={article} className={classes['page']}>
      <Typography>
        {page === null ? (
          <>
            <h1 tabIndex={-1}>No such page</h1>
            <p>The guide has no page of this name. Choose one from the list.</p>
          </>
        ) : (
          <Markdown tokens={page.tokens} />
        )}
      </Typography>
    </article>
  );
}

function Contents({ current }: { readonly current: string | undefined }) {
  return (
    <nav aria-label="Pages of the guide">
      {guide.map((part) => (
        <section key={part.title} aria-label={part.title}>
          <h2>{part.title}</h2>
          <ul>
            {part.pages.map(({ name, title }) => (
              <li key={name}>
                <Link href={places.help(name)} aria-current={name === current ? 'page' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Results({ search }: { readonly search: string }) {
  const found = searchGuide(search);
  return (
    <nav aria-label="Found in the guide">
      {found.length === 0 && <p role="status">Nothing in the guide matches.</p>}
      <ul>
        {found.map(({ page, heading, anchor, excerpt }) => (
          <li key={`${page.name} ${anchor ?? ''}`}>
            <Link href={places.help(page.name, anchor ?? undefined)}>
              {heading}
              {anchor !== null && <span>{page.title}</span>}
              {excerpt !== null && <q>{excerpt}</q>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
