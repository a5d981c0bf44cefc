import { parentPort, workerData } from 'node:worker_threads';
import { createRecognizer } from './recognize-text.ts';
import { UnreadableDocument, type ReadReply, type ReadTask } from './thread-contract.ts';

/** Reads the document of `workerData` in a thread: drawing pages and recognizing text take seconds. Posts one reply. */
async function read({ content, kind }: ReadTask): Promise<ReadReply> {
  const recognizer = createRecognizer();
  try {
    if (kind === 'picture') return { pages: [await recognizer.read(content, 1)], pageCount: 1 };
    // Loaded with the first PDF: its code is large.
    const { readPdf } = await import('./read-pdf.ts');
    return await readPdf(content, recognizer.read);
  } catch (error) {
    return { problem: error instanceof UnreadableDocument ? error.problem : 'damaged' };
  } finally {
    await recognizer.end();
  }
}

parentPort?.postMessage(await read(workerData as ReadTask));
