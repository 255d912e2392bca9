import type { Edit } from './faults.ts';

/** Words that a text for people does not have in capitals. */
const WORDS =
  /\b(?:SELECT|WHERE|EXISTS|JOIN|UPDATE|DELETE FROM|IS NULL|IS NOT NULL|ORDER BY|CASE WHEN|IN \()|\b(?:AND|OR) \w+[.\w]* (?:=|<>|[<>]=?) /u;

/** Whether a text is SQL, or a part of it. */
export const isSql = (text: string): boolean => WORDS.test(text);

/** What is put in the place of what; the pattern matches just that. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/(?<= )>=(?= )/gu, '>'],
  [/(?<= )<=(?= )/gu, '<'],
  [/(?<= )>(?= )/gu, '>='],
  [/(?<= )<(?= )/gu, '<='],
  [/(?<= )<>(?= )/gu, '='],
  [/(?<=(?:WHERE|AND|OR|ON|NOT|WHEN|\() ?[\w.+]+ )=(?= )/gu, '<>'],
  [/(?<= )AND(?= )(?<!BETWEEN \S+ AND)/gu, 'OR'],
  [/(?<=[^T] |^)OR(?= )(?! (?:IGNORE|REPLACE)\b)/gu, 'AND'],
  [/\bIS NOT NULL\b/gu, 'IS NULL'],
  [/\bIS NULL\b/gu, 'IS NOT NULL'],
  [/\bNOT EXISTS\b/gu, 'EXISTS'],
  [/\bNOT IN\b/gu, 'IN'],
  [/(?<=\w) DESC\b/gu, ''],
  [/\bmax(?=\()/gu, 'min'],
  [/\bmin(?=\()/gu, 'max'],
  [/(?<=(?:=|<>|IN \() ?)'[a-z_]+'/gu, "''"],
];

/** The faults that can be planted into SQL: another comparison, the opposite condition, an order turned round. */
export const sqlEdits = (sql: string): readonly Edit[] =>
  RULES.flatMap(([pattern, text]) =>
    [...sql.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      text,
    })),
  );
