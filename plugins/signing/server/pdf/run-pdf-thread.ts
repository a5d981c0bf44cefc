import type { PdfContext, PdfReply, PdfTask } from './contract.ts';

const THREAD = new URL('./document-pdf-thread.ts', import.meta.url);

/**
 * Runs a task in a thread, and returns what it posts. Errors: those of the files of this folder; `pdf_too_complex` also when the thread
 * needed too much memory or did not end before `deadline` (milliseconds).
 */
export async function runPdfThread(context: PdfContext, task: PdfTask, deadline = 30_000): Promise<unknown> {
  const reply = (await context.runInThread(THREAD, task, { deadline })) as PdfReply | undefined;
  if (reply === undefined) return context.refuse('pdf_too_complex');
  if ('problem' in reply) return context.refuse(reply.problem, reply.message === undefined ? {} : { message: reply.message });
  return reply.result;
}
