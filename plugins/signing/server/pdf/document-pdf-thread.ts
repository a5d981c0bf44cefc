import { parentPort, workerData } from 'node:worker_threads';
import type { PdfReply, PdfTask } from './contract.ts';
import { PdfError } from './pdf-error.ts';

/** Does one task, and loads no more than it needs. */
async function run(task: PdfTask): Promise<unknown> {
  switch (task.kind) {
    case 'inspect':
      return (await import('./read-pdf.ts')).readPdf(task.content);
    case 'fill':
      return (await import('./write-filled.ts')).writeFilled(task.input, task.certify);
    case 'prepare':
      return (await import('./write-placeholder.ts')).preparePdf(task.content, task.certify);
    case 'completion':
      return (await import('./write-completion.ts')).writeCompletion(task.input, task.certify);
    case 'create-certificate':
      return (await import('./certificate-files.ts')).writeCertificate(task.input, task.passphrase);
    case 'open-certificate':
      return (await import('./certificate-files.ts')).readCertificate(task.content, task.passphrase);
  }
}

async function reply(task: PdfTask): Promise<PdfReply> {
  try {
    return { result: await run(task) };
  } catch (error) {
    if (error instanceof PdfError) return { problem: error.problem, ...(error.message === '' ? {} : { message: error.message }) };
    throw error;
  }
}

parentPort?.postMessage(await reply(workerData as PdfTask));
