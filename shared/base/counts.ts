const number = new Intl.NumberFormat('en');

/** A count with its thousands separated: "1,200". */
export const formatCount = (count: number): string => number.format(count);

/** A count of things in words: "1 item", "1,200 items". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
