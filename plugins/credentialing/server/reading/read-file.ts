import { extname } from 'node:path';
import type { PluginContext } from '#engine';
import type { ReadingProblem, ReadPage } from '../../shared/reading.ts';
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

/** The words of a document, or why it could not be read. */
export type ReadDocument = { readonly pages: readonly ReadPage[]; readonly pageCount: number } | { readonly problem: ReadingProblem };

/** The kind of a file by its path; undefined: it cannot be read. */
export function findReadingKind(path: string): ReadTask['kind'] | undefined {
  return KINDS[extname(path).slice(1).toLowerCase()];
}

type Context = Pick<PluginContext, 'runInThread' | 'files' | 'refuse'>;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads the document of an item with the rights of the context, one document at a time.
 * @throws `overloaded` when too many wait; `reading_kind_refused`; those of `files.read`.
 */
export async function readFile(context: Context, item: { readonly id: string; readonly document: string }): Promise<ReadDocument> {
  const kind = findReadingKind(item.document) ?? context.refuse('reading_kind_refused');
  const { content } = await context.files.read({ module: 'credentialingRequiredItems', id: item.id, field: 'document' }, { maxBytes: MAX_BYTES });
  if (waiting >= MOST_WAITING) context.refuse('overloaded');
  waiting += 1;
  const task: ReadTask = { content: new Uint8Array(content), kind };
  const run = last.then(() => context.runInThread(THREAD, task, { deadline: DEADLINE }));
  last = run.catch(() => undefined);
  try {
    return toResult((await run) as ReadReply | undefined);
  } finally {
    waiting -= 1;
  }
}

/** A document without a reply took too long or too much memory. */
function toResult(reply: ReadReply | undefined): ReadDocument {
  if (reply === undefined) return { problem: 'too_large' };
  if ('pages' in reply && reply.pages.every(({ words }) => words.length === 0)) return { problem: 'no_text' };
  return reply;
}
