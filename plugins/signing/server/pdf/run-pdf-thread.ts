import type { PdfContext, PdfReply, PdfTask } from './contract.ts';

const THREAD = new URL('./document-pdf-thread.ts', import.meta.url);

/** A file that keeps the parser busy is given up. */
const DEADLINE = 120_000;
/** Threads of a process at a time, each with up to 1 GB: the rest waits. */
const MAX_THREADS = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs a task in a thread, and returns what it posts. Errors: those of the files of this folder; `pdf_too_complex` also when the thread
 * needed too much memory or did not end in two minutes.
 */
export async function runPdfThread(context: PdfContext, task: PdfTask): Promise<unknown> {
  const reply = (await takeTurn(() => context.runInThread(THREAD, task, { deadline: DEADLINE }))) as PdfReply | undefined;
  if (reply === undefined) return context.refuse('pdf_too_complex');
  if ('problem' in reply) return context.refuse(reply.problem, reply.message === undefined ? {} : { message: reply.message });
  return reply.result;
}

async function takeTurn(work: () => Promise<unknown>): Promise<unknown> {
  if (running < MAX_THREADS) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
