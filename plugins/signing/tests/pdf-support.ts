import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { MusterError, type LogPort } from '#engine';
import { createPluginThreads } from '../../../engine/plugin-host/plugin-threads.ts';
import { PDF_ERRORS, type PdfContext } from '../server/pdf/index.ts';
import type { DocumentInput, InputField, InputType } from '../shared/document.ts';

const run = promisify(execFile);
const log = { warn: () => undefined } as unknown as LogPort;

/** The context of a handler of the plugin, as far as PDF files need it. */
export const PDF_CONTEXT: PdfContext = {
  ...createPluginThreads(log, 'signing', new AbortController().signal),
  refuse: (code, options) => {
    throw new MusterError({ code, row: PDF_ERRORS[code as keyof typeof PDF_ERRORS] }, options);
  },
};

/** An input of Participant 1 at the top left of its page, with what is given. */
export function createInput(
  id: string,
  inputType: InputType,
  value?: DocumentInput['value'],
  { field = {}, ...rest }: Partial<Omit<DocumentInput, 'field'>> & { readonly field?: Partial<InputField> } = {},
): DocumentInput {
  return {
    id,
    type: { inputType },
    field: { label: id, name: id, ...field },
    assigned_to: 'Participant 1',
    place: { x: 50, y: 50, width: 200, height: 20 },
    ...(value === undefined ? {} : { value }),
    ...rest,
  };
}

/** Runs a program of poppler on a PDF, whose path replaces `FILE` among the arguments; returns what it prints. */
export async function runPoppler(program: 'pdfsig' | 'pdftotext', content: Uint8Array, args: readonly string[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-pdf-'));
  try {
    const file = path.join(folder, 'file.pdf');
    writeFileSync(file, content);
    const { stdout } = await run(program, args.map((one) => (one === 'FILE' ? file : one)));
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
