import { extname } from 'node:path';
import { arrayBuffer } from 'node:stream/consumers';
import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { startThread } from '../../threads/index.ts';
import { cleanName } from '../file-name.ts';
import type { FileContext } from '../file-context.ts';
import type { ReadableFile } from '../contract.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { readFile } from '../read-file.ts';
import type { MergeProblem, MergeReply, MergeSource, MergeTask } from './contract.ts';

/** Files of one merge. */
export const MAX_MERGED_FILES = 100;
const MAX_BYTES = 100 * 1_048_576;
const BYTES_LIMIT = `${MAX_BYTES / 1_048_576} MB`;
const MAX_PAGES = 2_000;
/** Merges that run or wait in this process. */
const MAX_MERGES = 8;
/** A file that keeps the parser busy is given up. */
const DEADLINE = 120_000;
const HEAP_MEGABYTES = 1_024;

/** A merged document: its name and its content. */
export interface MergedPdf {
  readonly name: string;
  readonly content: Uint8Array;
}

const enqueue = createSerialQueue(MAX_MERGES);

/**
 * Merges PDF files and images into one PDF, in the order of their paths. One merge runs at a time in a process, in a thread of its own.
 * Errors: `too_many_ids`, `file_not_found`, `file_not_mergeable`, `merge_too_large`, `overloaded`; those of the files port.
 */
export async function mergeFiles(services: FileContext, actor: Actor, paths: readonly string[], title: string): Promise<MergedPdf> {
  if (paths.length > MAX_MERGED_FILES) throw new MusterError('too_many_ids', { values: { limit: MAX_MERGED_FILES } });
  return enqueue(async () => {
    const files = await findFiles(services, actor, paths);
    const sources: MergeSource[] = [];
    for (const file of files) sources.push(await readSource(file));
    const content = await runThread({ sources, title, maxPages: MAX_PAGES }, files);
    return { name: nameMerged(title, files.length), content };
  });
}

/** The specified name: `{title}_merged_{count}.pdf` of several files. */
function nameMerged(title: string, files: number): string {
  const base = cleanName(title.replace(/\.pdf$/i, ''));
  return files > 1 ? `${base}_merged_${files}.pdf` : `${base}.pdf`;
}

/** Checks rights, kinds and sizes before anything is read. */
async function findFiles(services: FileContext, actor: Actor, paths: readonly string[]): Promise<readonly ReadableFile[]> {
  const files: ReadableFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const file = await readFile(services, actor, path);
    if (file.kind !== 'pdf' && file.kind !== 'image')
      throw new MusterError('file_not_mergeable', { values: { name: file.filename, reason: 'it is neither a PDF nor an image' } });
    bytes += file.size;
    if (bytes > MAX_BYTES) throw tooLarge(BYTES_LIMIT);
    files.push(file);
  }
  return files;
}

async function readSource(file: ReadableFile): Promise<MergeSource> {
  const content = new Uint8Array(await arrayBuffer(await file.open()));
  return { kind: file.kind === 'pdf' ? 'pdf' : 'image', extension: extname(file.path).slice(1), content };
}

function tooLarge(limit: string, cause?: unknown): MusterError {
  return new MusterError('merge_too_large', { values: { limit }, cause });
}

function runThread(task: MergeTask, files: readonly ReadableFile[]): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const thread = startThread(new URL('./merge-pdf-thread.ts', import.meta.url), {
      data: task,
      transferList: task.sources.map(({ content }) => content.buffer),
      limits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    });
    const timer = setTimeout(() => {
      reject(tooLarge(BYTES_LIMIT));
      void thread.terminate();
    }, DEADLINE);
    thread.once('message', (reply: MergeReply) => {
      if ('content' in reply) resolve(reply.content);
      else reject(describeProblem(reply.problem, files));
      void thread.terminate();
    });
    // The heap of the thread is limited: a document that needs more ends the thread, not the product.
    thread.once('error', (error: Error & { readonly code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(BYTES_LIMIT, error) : error),
    );
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(tooLarge(BYTES_LIMIT));
    });
  });
}

function describeProblem({ source, kind }: MergeProblem, files: readonly ReadableFile[]): MusterError {
  const name = files[source]?.filename ?? '';
  switch (kind) {
    case 'encrypted':
      return new MusterError('file_not_mergeable', { values: { name, reason: 'it needs a password to be opened' } });
    case 'unreadable':
      return new MusterError('file_not_mergeable', { values: { name, reason: 'it is damaged' } });
    case 'pages':
      return tooLarge(`${MAX_PAGES.toLocaleString('en-US')} pages`);
  }
}
