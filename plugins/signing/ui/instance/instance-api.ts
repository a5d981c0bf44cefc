import { callApi, downloadFromApi, saveFile, type RecordData } from '#ui';

export const INSTANCES = '/api/interactive-document-instances';

/** A recipient of a document to sign. */
export interface Recipient {
  readonly recipientId: string;
  readonly recipientType: string;
  readonly name?: string;
  readonly email?: string;
  readonly status?: string;
  readonly requested_at?: string;
  readonly signed_at?: string;
}

/** An entry of the log of a document. */
export interface SigningEvent {
  readonly _id: string;
  readonly sequence: number;
  readonly type: string;
  readonly action_at?: string;
  readonly description?: string;
  readonly user?: string | { readonly name?: string } | null;
  readonly nonUser?: { readonly name?: string; readonly email?: string } | null;
}

/** The log of a document, with the check of its hashes. */
export interface SigningLog {
  readonly data: readonly SigningEvent[];
  readonly isIntact: boolean;
  readonly brokenAt?: number;
}

/** The recipients of a record. */
export function readRecipients(record: RecordData): readonly Recipient[] {
  const { recipients } = record as { readonly recipients?: unknown };
  return Array.isArray(recipients) ? (recipients as readonly Recipient[]) : [];
}

/** @throws ApiError. */
export function readLog(id: string): Promise<SigningLog> {
  return callApi('GET', `${INSTANCES}/${id}/events`);
}

/** Requests the signature of a recipient, or of all whose turn it is. @throws ApiError. */
export async function requestSignature(docId: string, recipientId?: string): Promise<number> {
  const body = { docId, ...(recipientId === undefined ? {} : { recipientId }) };
  return (await callApi<{ readonly requested: readonly string[] }>('POST', `${INSTANCES}/request-signature`, { body })).requested.length;
}

/** Reminds a recipient, or all who have not signed. @throws ApiError. */
export async function remind(agreement: string, recipientId?: string): Promise<number> {
  const body = { agreement, ...(recipientId === undefined ? {} : { recipientId }) };
  const path = `${INSTANCES}/resend-single-agreement-reminder`;
  return (await callApi<{ readonly reminded: readonly string[] }>('POST', path, { body })).reminded.length;
}

/** @throws ApiError. */
export function cancelDocument(id: string, reason: string): Promise<void> {
  return callApi('POST', `${INSTANCES}/${id}/cancel`, { body: { reason } });
}

/** The address of the signing area for a recipient who is here. @throws ApiError. */
export async function openInPerson(id: string, recipientId: string): Promise<string> {
  return (await callApi<{ readonly url: string }>('POST', `${INSTANCES}/${id}/sign-in-person`, { body: { recipientId } })).url;
}

/** What is sent to whom. */
export interface CopiesInput {
  readonly typesToSend: readonly string[];
  readonly sendToAll: boolean;
  readonly signerMessage: string;
  readonly approverMessage: string;
  readonly emailOverrides: Readonly<Record<string, string>>;
}

/** Sends copies; returns how many. @throws ApiError. */
export async function sendCopies(docId: string, input: CopiesInput): Promise<number> {
  const body = { docId, ...input };
  return (await callApi<{ readonly sent: readonly object[] }>('POST', `${INSTANCES}/send-copies`, { body })).sent.length;
}

/** @throws ApiError. */
export function convertToDocument(docId: string): Promise<RecordData> {
  return callApi('POST', `${INSTANCES}/convert-to-document`, { body: { docId } });
}

/** Saves a file of a document on the device. @throws ApiError. */
export async function download(docId: string, kind: 'download' | 'download-with-coc' | 'download-certificate'): Promise<void> {
  saveFile(await downloadFromApi('POST', `${INSTANCES}/${kind}`, { body: { docId } }));
}
