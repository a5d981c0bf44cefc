import { extname } from 'node:path';
import type { PluginContext } from '#engine';
import type { ReadingHints } from '../../shared/reading-proposals.ts';
import type { ReadReply, ReadTask } from './thread-contract.ts';

const THREAD = new URL('./read-document-thread.ts', import.meta.url);
/** Milliseconds for a document: a page that is a picture takes some seconds. */
const DEADLINE = 90_000;
const MAX_BYTES = 30 * 1_048_576;
/** Documents that are read or wait in this process: one is read at a time. */
const MOST_WAITING = 20;

/** Extensions of the documents that can be read. */
const KINDS: { readonly [extension: string]: ReadTask['kind'] } = {
  pdf: 'pdf',
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
  gif: 'picture',
  webp: 'picture',
  tif: 'picture',
  tiff: 'picture',
};

/** The kind of a file by its path; undefined: it cannot be read. */
export function findReadingKind(path: string): ReadTask['kind'] | undefined {
  return KINDS[extname(path).slice(1).toLowerCase()];
}

type Context = Pick<PluginContext, 'runInThread' | 'files' | 'refuse'>;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** An item whose document is read. */
export interface FileToRead {
  readonly id: string;
  readonly document: string;
  readonly hints: ReadingHints;
}

/**
 * Reads the document of an item with the rights of the context, one document at a time.
 * @throws `overloaded` when too many wait; `reading_kind_refused`; those of `files.read`.
 */
export async function readFile(context: Context, item: FileToRead): Promise<ReadReply> {
  const kind = findReadingKind(item.document) ?? context.refuse('reading_kind_refused');
  if (waiting >= MOST_WAITING) context.refuse('overloaded');
  waiting += 1;
  const run = last.then(() => runThread(context, item, kind));
  last = run.catch(() => undefined);
  try {
    return await run;
  } finally {
    waiting -= 1;
  }
}

async function runThread({ files, runInThread }: Context, { id, hints }: FileToRead, kind: ReadTask['kind']): Promise<ReadReply> {
  const source = { module: 'credentialingRequiredItems', id, field: 'document' };
  const { content } = await files.read(source, { maxBytes: MAX_BYTES });
  const task: ReadTask = { content: new Uint8Array(content), kind, hints };
  // A document without a reply took too long or too much memory.
  return ((await runInThread(THREAD, task, { deadline: DEADLINE })) as ReadReply | undefined) ?? { problem: 'too_large' };
}
