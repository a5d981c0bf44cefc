import type { Readable } from 'node:stream';

/** Bytes of a file from `start` to `end`, both included, counted from 0. */
export interface FileRange {
  /** The first byte. */
  readonly start: number;
  /** The last byte; the content may end before it. */
  readonly end: number;
}

/**
 * Stores the contents of uploaded files under ids of our own. The name, the owner and the read permissions of a file are
 * in the store. One contract suite (`tests/contract/files`) runs on every adapter. Functions reject with the errors that they
 * name, never with an error of the driver.
 */
export interface FilesPort {
  /** For people and logs: 'folder /var/muster/files', 'GridFS'. */
  readonly location: string;
  /**
   * Stores a content durably under a new id, completely or not at all: when `content` throws, `put` rethrows the error
   * and leaves nothing behind. Holds no more than one chunk in memory. Returns the number of bytes stored.
   * @throws `store_full`, `store_read_only`, `store_unavailable`, the error of `content`.
   */
  put(id: string, content: AsyncIterable<Uint8Array>): Promise<{ readonly size: number }>;
  /**
   * Returns the content, or a range of it, as a stream. The caller must read it to its end or destroy it.
   * @throws `file_not_found`, `store_read_only` without the right to read it, `store_unavailable`.
   */
  open(id: string, range?: FileRange): Promise<Readable>;
  /**
   * The size in bytes; undefined when the file does not exist or its upload is not complete.
   * @throws `store_read_only` without the right to read it, `store_unavailable`.
   */
  stat(id: string): Promise<{ readonly size: number } | undefined>;
  /**
   * Removes a content, and the remains of an incomplete upload. Does nothing when there is nothing to remove.
   * @throws `store_read_only`, `store_unavailable`.
   */
  remove(id: string): Promise<void>;
  /**
   * Free space in bytes; undefined where it is not known.
   * @throws `store_full`, `store_read_only`, `store_unavailable`.
   */
  freeBytes(): Promise<number | undefined>;
  /** Closes connections. Running streams of them end. Never rejects. */
  close(): Promise<void>;
}
