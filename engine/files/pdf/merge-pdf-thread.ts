import { PDFDocument } from 'pdf-lib';
import { parentPort, workerData } from 'node:worker_threads';
import { addImage } from './add-image.ts';
import { addPages, isEncryptionError, openPdf } from './add-pages.ts';
import type { MergeProblem, MergeReply, MergeSource, MergeTask } from './contract.ts';

/** Merges the files of `workerData` in a thread: parsing a PDF and decoding images take seconds. Posts one reply. */
async function merge({ sources, title, maxPages }: MergeTask): Promise<MergeReply> {
  // Without the time of the merge, so that a repeated request makes the same file.
  const target = await PDFDocument.create({ updateMetadata: false });
  for (const [index, source] of sources.entries()) {
    const kind = await addSource(target, source, maxPages);
    if (kind !== undefined) return { problem: { source: index, kind } };
  }
  target.setTitle(title);
  target.setProducer('Muster');
  return { content: Uint8Array.from(await target.save()) };
}

/** Returns why a file could not be added. */
async function addSource(target: PDFDocument, source: MergeSource, maxPages: number): Promise<MergeProblem['kind'] | undefined> {
  try {
    if (source.kind === 'image') await addImage(target, source);
    else {
      const pages = await openPdf(source.content);
      if (pages.getPageCount() === 0) return 'unreadable';
      if (target.getPageCount() + pages.getPageCount() > maxPages) return 'pages';
      await addPages(target, pages);
    }
  } catch (error) {
    return isEncryptionError(error) ? 'encrypted' : 'unreadable';
  }
  return target.getPageCount() > maxPages ? 'pages' : undefined;
}

const reply = await merge(workerData as MergeTask);
parentPort?.postMessage(reply, 'content' in reply ? [reply.content.buffer] : []);
