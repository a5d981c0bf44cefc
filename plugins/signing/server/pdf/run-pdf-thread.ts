import type { PdfContext, PdfReply, PdfTask } from './contract.ts';

const THREAD = new URL('./document-pdf-thread.ts', import.meta.url);

/** A file that keeps the parser busy is given up. */
const DEADLINE = 120_000;

/**
 * Runs a task in a thread, and returns what it posts. Errors: those of the files of this folder; `pdf_too_complex` also when the thread
 * needed too much memory or did not end in two minutes.
 */
export async function runPdfThread(context: PdfContext, task: PdfTask): Promise<unknown> {
  const reply = (await context.runInThread(THREAD, task, { deadline: DEADLINE })) as PdfReply | undefined;
  if (reply === undefined) return context.refuse('pdf_too_complex');
  if ('problem' in reply) return context.refuse(reply.problem, reply.message === undefined ? {} : { message: reply.message });
  return reply.result;
}
