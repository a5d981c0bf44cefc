/** Width of a merged page in points (72 to an inch): US Letter. */
export const PAGE_WIDTH = 612;
/** Height of a merged page in points. */
export const PAGE_HEIGHT = 792;
/** The widest that an image becomes, in points. */
export const IMAGE_WIDTH = 592;

/** A file of a merge, in the order of the pages. */
export interface MergeSource {
  readonly kind: 'pdf' | 'image';
  /** Extension in lower case. */
  readonly extension: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** What the thread gets as `workerData`. */
export interface MergeTask {
  readonly sources: readonly MergeSource[];
  /** Title of the document. */
  readonly title: string;
  /** Maximum number of pages. */
  readonly maxPages: number;
}

/** Why a merge was not possible; `source` is the index of the file. */
export interface MergeProblem {
  readonly source: number;
  readonly kind: 'encrypted' | 'unreadable' | 'pages';
}

/** What the thread posts once. */
export type MergeReply = { readonly content: Uint8Array<ArrayBuffer> } | { readonly problem: MergeProblem };
