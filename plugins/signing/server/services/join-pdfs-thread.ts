import { parentPort, workerData } from 'node:worker_threads';
import { PDFDocument } from 'pdf-lib';

const joined = await PDFDocument.create();
for (const content of workerData as readonly Uint8Array[]) {
  const source = await PDFDocument.load(content, { updateMetadata: false });
  for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page);
}
const bytes = await joined.save();
parentPort?.postMessage(bytes);
