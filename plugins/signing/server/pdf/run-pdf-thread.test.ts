import { expect, it } from 'vitest';
import type { PdfContext } from './contract.ts';
import { runPdfThread } from './run-pdf-thread.ts';

const TASK = { kind: 'inspect', content: new Uint8Array() } as const;

it('two threads run at a time, also after some that failed', async () => {
  const ends: ((reply: unknown) => void)[] = [];
  const context: PdfContext = {
    runInThread: () => new Promise((resolve) => ends.push(resolve)),
    refuse: (code) => {
      throw new Error(code);
    },
  };
  const results = Array.from({ length: 5 }, () => runPdfThread(context, TASK).catch((error: unknown) => String(error)));
  await expect.poll(() => ends.length).toBe(2);
  ends[0]?.(undefined);
  ends[1]?.({ problem: 'pdf_damaged' });
  await expect.poll(() => ends.length).toBe(4);
  ends[2]?.({ result: 'third' });
  await expect.poll(() => ends.length).toBe(5);
  ends[3]?.({ result: 'fourth' });
  ends[4]?.({ result: 'fifth' });
  expect(await Promise.all(results)).toEqual(['Error: pdf_too_complex', 'Error: pdf_damaged', 'third', 'fourth', 'fifth']);
});
