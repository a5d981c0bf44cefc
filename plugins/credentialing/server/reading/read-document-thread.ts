import { parentPort, workerData } from 'node:worker_threads';
import { proposeValues } from '../../shared/reading-proposals.ts';
import { createRecognizer } from './recognize-text.ts';
import { UnreadableDocument, type ReadPages, type ReadReply, type ReadTask } from './thread-contract.ts';

/** Reads the document of `workerData` in a thread: drawing pages and recognizing text take seconds. Posts one reply. */
async function read(task: ReadTask): Promise<ReadReply> {
  try {
    const { pages, pageCount } = await readPages(task);
    if (pages.every(({ words }) => words.length === 0)) return { problem: 'no_text' };
    return { proposals: proposeValues(pages, task.hints), pageCount };
  } catch (error) {
    return { problem: error instanceof UnreadableDocument ? error.problem : 'damaged' };
  }
}

async function readPages({ content, kind }: ReadTask): Promise<ReadPages> {
  const recognizer = createRecognizer();
  try {
    if (kind === 'picture') return { pages: [await recognizer.read(content, 1)], pageCount: 1 };
    // Loaded with the first PDF: its code is large.
    const { readPdf } = await import('./read-pdf.ts');
    return await readPdf(content, recognizer.read);
  } finally {
    await recognizer.end();
  }
}

parentPort?.postMessage(await read(workerData as ReadTask));
