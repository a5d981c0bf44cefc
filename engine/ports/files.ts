import type { Readable } from 'node:stream';

/** Bytes of a file from `start` to `end`, both included, counted from 0. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the contents of uploaded files lie, by ids of our own: what a file is called, whose it is and who may read it is
 * kept in the store. One contract suite (`tests/contract/files`) runs on every adapter. Errors: `store_full`,
 * `store_read_only`, `store_unavailable`, `file_not_found`; never a driver's own.
 */
export interface FilesPort {
  /** For people and logs: 'folder /var/muster/files', 'GridFS'. */
  readonly location: string;
  /**
   * Keeps a content whole and durable under an id that is new, or not at all: when `content` throws, its error passes and
   * nothing is left. Holds no more than a piece of it in memory. Answers the bytes kept.
   */
  put(id: string, content: AsyncIterable<Uint8Array>): Promise<{ readonly size: number }>;
  /** The content, or a part of it; to be read to its end or destroyed. Errors also: `file_not_found`. */
  open(id: string, range?: FileRange): Promise<Readable>;
  /** Undefined: there is none, or it is still arriving. */
  stat(id: string): Promise<{ readonly size: number } | undefined>;
  /** Removes a content, and what is left of one that never arrived whole. Nothing there is no error. */
  remove(id: string): Promise<void>;
  /** Bytes that can still be kept; undefined where that is not known. */
  freeBytes(): Promise<number | undefined>;
  close(): Promise<void>;
}
