import type { Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { places } from '../../ui/window/navigate.ts';
import { anchorOf, drawn, type DrawnToken, plainText } from './markdown.ts';
import classes from './HelpScreen.module.css';

/** Draws Markdown as React elements: text never becomes HTML. */
export function Markdown({ tokens }: { readonly tokens: readonly Token[] }): ReactNode {
  // Handed over as children of their own, a page's parts need no keys: a page never changes while it is shown.
  return createElement(Fragment, null, ...contentOf(tokens));
}

/** The id of a heading's element; the prefix keeps it apart from the ids of the screens. */
export function elementId(anchor: string): string {
  return `guide-${anchor}`;
}

function contentOf(tokens: readonly Token[]): readonly ReactNode[] {
  return drawn(tokens).map(draw);
}

function draw(token: DrawnToken): ReactNode {
  switch (token.type) {
    case 'heading': {
      const id = elementId(anchorOf(plainText(token.tokens)));
      return createElement(`h${String(token.depth)}`, { id, tabIndex: -1 }, ...contentOf(token.tokens));
    }
    case 'paragraph': {
      return createElement('p', null, ...contentOf(token.tokens));
    }
    case 'list': {
      const items = token.items.map((item) => createElement('li', null, ...contentOf(item.tokens)));
      return createElement(token.ordered ? 'ol' : 'ul', null, ...items);
    }
    case 'table': {
      return drawTable(token);
    }
    case 'code': {
      // It scrolls sideways where it is wide, so the keyboard has to reach it.
      return createElement('pre', { tabIndex: 0 }, <code>{token.text}</code>);
    }
    case 'codespan': {
      return <code>{token.text}</code>;
    }
    case 'strong':
    case 'em': {
      return createElement(token.type, null, ...contentOf(token.tokens));
    }
    case 'link': {
      return drawLink(token);
    }
    case 'text': {
      return token.tokens === undefined
        ? token.text
        : createElement(Fragment, null, ...contentOf(token.tokens));
    }
    case 'escape': {
      return token.text;
    }
    case 'space': {
      return null;
    }
  }
}

/** `team.md#packages` is a page of the guide and a heading of it. */
function drawLink({ href, tokens }: Tokens.Link): ReactNode {
  const [file = '', anchor] = href.split('#');
  return (
    <Link href={places.help(file.replace(/\.md$/u, ''), anchor)}>
      <Markdown tokens={tokens} />
    </Link>
  );
}

function drawTable({ header, rows }: Tokens.Table): ReactNode {
  const line = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): ReactNode =>
    createElement('tr', null, ...cells.map(({ tokens }) => createElement(tag, null, ...contentOf(tokens))));
  return (
    <div className={classes['table']}>
      <table>
        <thead>{line(header, 'th')}</thead>
        {createElement('tbody', null, ...rows.map((row) => line(row, 'td')))}
      </table>
    </div>
  );
}
