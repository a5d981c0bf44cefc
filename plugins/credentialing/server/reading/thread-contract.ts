import type { ReadingHints } from '../../shared/reading-proposals.ts';
import type { ReadingProblem, ReadingProposal, ReadPage } from '../../shared/reading.ts';

/** What the thread finds in `workerData`. */
export interface ReadTask {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly kind: 'pdf' | 'picture';
  readonly hints: ReadingHints;
}

/** The words of the first pages of a document. */
export interface ReadPages {
  readonly pages: readonly ReadPage[];
  /** Of the document; those after the first ones are not read. */
  readonly pageCount: number;
}

/** What the thread posts once. */
export type ReadReply =
  | { readonly proposals: readonly ReadingProposal[]; readonly pageCount: number }
  | { readonly problem: ReadingProblem };

/** Pages of a document that are read. */
export const MAX_PAGES = 10;
/** Pages without text that are read as pictures: each takes a second or more. */
export const MAX_PICTURES = 4;
/** A larger picture takes more memory than reading may use. */
export const MAX_PIXELS = 50_000_000;
/** Characters of a word; what is longer is no text. */
export const MAX_CHARACTERS = 60;
/** Words of a page: no document that a person reads has more. */
export const MAX_WORDS = 2_000;

/** Ends reading with the reason. */
export class UnreadableDocument extends Error {
  readonly problem: ReadingProblem;

  constructor(problem: ReadingProblem) {
    super(problem);
    this.problem = problem;
  }
}
