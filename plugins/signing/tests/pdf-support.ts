import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { it } from 'vitest';
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

/** Whether programs are installed. If not, the tests are printed as left out or, with `MUSTER_REQUIRE_SERVICES=1`, one fails. */
export function hasPrograms(programs: readonly string[], leftOut: string): boolean {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) return true;
  const reason = `${leftOut} (there is no ${missing.join(', ')})`;
  if (process.env['MUSTER_REQUIRE_SERVICES'] === '1')
    it(reason, () => {
      throw new Error(`${missing.join(', ')} must be installed: MUSTER_REQUIRE_SERVICES=1 asks for it`);
    });
  else {
    console.warn(`Left out: ${reason}`);
    it.skip(reason, () => undefined);
  }
  return false;
}

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}

/** Runs a program of poppler on a PDF, whose path replaces `FILE` among the arguments; returns what it prints. */
export async function runPoppler(program: 'pdfsig' | 'pdftotext', content: Uint8Array, args: readonly string[]): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-pdf-'));
  try {
    const file = path.join(folder, 'file.pdf');
    writeFileSync(file, content);
    const { stdout } = await run(
      program,
      args.map((one) => (one === 'FILE' ? file : one)),
    );
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A time-stamp server (RFC 3161) of OpenSSL. */
export interface TimeStampServer {
  /** The response to a request. */
  respond(request: Uint8Array): Promise<Uint8Array>;
  remove(): void;
}

const TSA_CONFIG = `[tsa]
default_tsa = tsa_config
[tsa_config]
serial = ./serial
default_policy = 1.2.3.4.1
digests = sha256
signer_digest = sha256
accuracy = secs:1
[extensions]
extendedKeyUsage = critical,timeStamping
keyUsage = critical,digitalSignature
[req]
distinguished_name = name
[name]
`;

/** Creates a time-stamp server with a certificate of its own. */
export async function createTimeStampServer(): Promise<TimeStampServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-tsa-'));
  const openssl = (...args: readonly string[]): Promise<unknown> => run('openssl', args, { cwd: folder });
  writeFileSync(path.join(folder, 'tsa.cnf'), TSA_CONFIG);
  writeFileSync(path.join(folder, 'serial'), '01\n');
  const subject = ['-subj', '/CN=Time stamps', '-config', 'tsa.cnf', '-extensions', 'extensions'];
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '10', ...subject);
  return {
    respond: async (request) => {
      writeFileSync(path.join(folder, 'request.tsq'), request);
      const files = ['-queryfile', 'request.tsq', '-signer', 'cert.pem', '-inkey', 'key.pem', '-out', 'response.tsr'];
      await openssl('ts', '-reply', '-config', 'tsa.cnf', ...files);
      return readFileSync(path.join(folder, 'response.tsr'));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
