import { PDFDocument } from 'pdf-lib';
import type { CompletionInput, CompletionSigner, PlaceholderInput, PreparedPdf } from './contract.ts';
import { createReportWriter, type ReportWriter } from './report-writer.ts';
import { savePdf } from './write-filled.ts';

/** Writes a certificate of completion. With `certify` it has the place for a digital signature. */
export async function writeCompletion(input: CompletionInput, certify: PlaceholderInput | undefined): Promise<Uint8Array | PreparedPdf> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(`Certificate of completion: ${input.title}`, { showInWindowTitleBar: true });
  document.setProducer('Muster');
  const writer = await createReportWriter(document, `Envelope ${input.envelopeId}`);
  writeSummary(writer, input);
  for (const signer of input.signers) writeSigner(writer, signer);
  writeEvents(writer, input);
  writer.finish();
  return savePdf(document, certify);
}

function writeSummary(writer: ReportWriter, input: CompletionInput): void {
  writer.title('Certificate of completion');
  writer.rows([
    ['Document', input.title],
    ['Envelope', input.envelopeId],
    ['Status', input.status],
    ['Sent by', input.sender],
    ['Created', showTime(input.createdAt)],
    ['Completed', showTime(input.completedAt)],
    ['Pages', String(input.pageCount)],
    ['SHA-256 of the original', input.originalHash],
    ['SHA-256 of the result', input.resultHash],
  ]);
}

function writeSigner(writer: ReportWriter, signer: CompletionSigner): void {
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    ['E-mail', signer.email],
    ['Role', signer.role],
    ['Identity proven by', signer.provenBy],
    ['IP address', signer.ip],
    ['Browser', signer.userAgent],
    ['Time zone', signer.timeZone],
    ['Consent', describeConsent(signer)],
    ['Requested', showTime(signer.requestedAt)],
    ['First viewed', showTime(signer.viewedAt)],
    ['Signed', showTime(signer.signedAt)],
    ['Declined', showTime(signer.declinedAt)],
    ['Reason', signer.declineReason],
    ['Fields left empty', signer.skippedFields.join(', ') || 'None'],
  ];
  writer.heading(signer.name);
  writer.rows(rows.flatMap(([label, value]) => (value === undefined || value === '' ? [] : [[label, value] as const])));
}

function describeConsent({ consentVersion, consentedAt }: CompletionSigner): string | undefined {
  if (consentVersion === undefined) return undefined;
  return consentedAt === undefined ? `Version ${consentVersion}` : `Version ${consentVersion}, ${showTime(consentedAt)}`;
}

function writeEvents(writer: ReportWriter, { events }: CompletionInput): void {
  writer.heading('Events');
  writer.note('Each hash is the SHA-256 of the event and of the hash before it.');
  for (const event of events) {
    const text = [event.type, event.description].filter((one) => one !== '').join(': ');
    writer.rows([[showTime(event.at) ?? '', event.by === '' ? text : `${text} (${event.by})`]]);
    writer.note(event.hash);
  }
}

function showTime(time: string): string;
function showTime(time: string | undefined): string | undefined;
function showTime(time: string | undefined): string | undefined {
  return time?.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}
