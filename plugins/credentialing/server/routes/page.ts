/** The page of a request. */
export interface Page {
  readonly pageNumber: number;
  readonly pageSize: number;
}

const DEFAULT_SIZE = 10;
const MAX_SIZE = 200;

/** Reads the page of a query or a body; what is no number in its limits is the first page, of 10. */
export function readPage(given: { readonly [name: string]: unknown }): Page {
  return {
    pageNumber: readNumber(given['pageNumber'], 0, 1_000_000, 0),
    pageSize: readNumber(given['pageSize'], 1, MAX_SIZE, DEFAULT_SIZE),
  };
}

function readNumber(value: unknown, least: number, most: number, fallback: number): number {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isInteger(number) && number >= least && number <= most ? number : fallback;
}

/** The part of a list that is on a page. */
export function takePage<Element>(list: readonly Element[], { pageNumber, pageSize }: Page): readonly Element[] {
  return list.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize);
}
