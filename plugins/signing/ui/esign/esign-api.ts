import { callApi } from '#ui';
import type { InputValues } from '../../shared/conditions.ts';
import type { DocumentPage } from '../../shared/document.ts';
import type { FillServer, StoredPicture } from '../fill/fill-contract.ts';

/** Calls for which the state has a token. */
export type SignCall =
  | 'sendCode'
  | 'checkCode'
  | 'consent'
  | 'document'
  | 'picture'
  | 'save'
  | 'addPicture'
  | 'addFile'
  | 'finish'
  | 'decline'
  | 'delegate'
  | 'copy'
  | 'certificate';

export type SignStatus = 'code' | 'consent' | 'open' | 'waiting' | 'signed' | 'completed' | 'declined' | 'canceled' | 'expired';

/** What the holder of a link may see and do (README of the plugin, "Signing area"). */
export interface SigningState {
  readonly status: SignStatus;
  readonly envelope: string;
  readonly title: string;
  readonly sender: string;
  readonly expiresAt: string;
  readonly recipient: { readonly id: string; readonly name: string; readonly role: string; readonly email: string };
  readonly second_factor?: { readonly channel: 'email' | 'sms'; readonly hint: string };
  readonly consent: { readonly text: string; readonly version: string; readonly given: boolean | string | null };
  readonly canDelegate: boolean;
  readonly inPerson: boolean;
  readonly pages?: readonly DocumentPage[];
  readonly mine?: readonly string[];
  readonly pictures?: readonly StoredPicture[];
  readonly recipients: readonly { readonly name: string; readonly role: string; readonly status: string }[];
  readonly reason?: string | null;
  readonly tokens: { readonly [call in SignCall]?: string };
}

/** Path of each call that sends something. */
const PATHS = {
  sendCode: 'send-code',
  checkCode: 'check-code',
  consent: 'consent',
  save: 'save',
  addPicture: 'add-picture',
  addFile: 'add-file',
  finish: 'finish',
  decline: 'decline',
  delegate: 'delegate',
} as const;

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Opens the link. @throws ApiError. */
export function openLink(token: string): Promise<SigningState> {
  return callApi('POST', '/api/esign/open', { body: { timeZone: timeZone() }, query: { token }, anonymous: true });
}

/** Makes a call with its token of the state. @throws ApiError. */
export function callSigning<T = SigningState>(state: SigningState, call: keyof typeof PATHS, body: object = {}): Promise<T> {
  const isTimed = call === 'consent' || call === 'finish';
  const content = isTimed ? { ...body, timeZone: timeZone() } : body;
  return callApi('POST', `/api/esign/${PATHS[call]}`, { body: content, query: { token: state.tokens[call] ?? '' }, anonymous: true });
}

/** The address of a file; '': the state does not allow it. */
export function fileUrl(state: SigningState, call: 'document' | 'picture' | 'copy' | 'certificate'): string {
  const token = state.tokens[call];
  return token === undefined ? '' : `/api/esign/${call}?${new URLSearchParams({ token }).toString()}`;
}

/** Saves values. @throws ApiError. */
export function saveValues(state: SigningState, values: InputValues): Promise<{ readonly savedAt: string }> {
  return callSigning(state, 'save', { values });
}

function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^data:[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new DOMException('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}

/** What the fields need of the server. */
export function createFillServer(state: SigningState): FillServer {
  return {
    pictureUrl: (path) => `${fileUrl(state, 'picture')}&${new URLSearchParams({ path }).toString()}`,
    addPicture: (use, kind, content) => callSigning<StoredPicture>(state, 'addPicture', { use, kind, content }),
    addFile: async (input, file) => {
      const content = await readBase64(file);
      return (await callSigning<{ readonly path: string }>(state, 'addFile', { input, name: file.name, content })).path;
    },
  };
}
