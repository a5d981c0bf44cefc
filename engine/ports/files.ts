import type { Readable } from 'node:stream';

/** Bytes of a file from `start` to `end`, both included, counted from 0. */
export interface FileRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores the contents of uploaded files under ids of our own. The name, the owner and the read permissions of a file are
 * in the store. One contract suite (`tests/contract/files`) runs on every adapter. Throws `store_full`,
 * `store_read_only`, `store_unavailable` and `file_not_found`, never an error of the driver.
 */
export interface FilesPort {
  /** For people and logs: 'folder /var/muster/files', 'GridFS'. */
  readonly location: string;
  /**
   * Stores a content durably under a new id, completely or not at all: when `content` throws, `put` rethrows the error
   * and leaves nothing behind. Holds no more than one chunk in memory. Returns the number of bytes stored.
   */
  put(id: string, content: AsyncIterable<Uint8Array>): Promise<{ readonly size: number }>;
  /** Returns the content, or a range of it, as a stream. The caller must read it to its end or destroy it. Throws `file_not_found`. */
  open(id: string, range?: FileRange): Promise<Readable>;
  /** Returns undefined when the file does not exist or its upload is not complete. */
  stat(id: string): Promise<{ readonly size: number } | undefined>;
  /** Removes a content, and the remains of an incomplete upload. Does not throw when there is nothing to remove. */
  remove(id: string): Promise<void>;
  /** Free space in bytes; undefined where it is not known. */
  freeBytes(): Promise<number | undefined>;
  close(): Promise<void>;
}
