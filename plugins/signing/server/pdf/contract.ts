import type { PluginContext } from '#engine';
import type { DocumentData } from '../../shared/document.ts';

/** What the functions of this folder need from the context of a handler. */
export type PdfContext = Pick<PluginContext, 'runInThread' | 'refuse'>;

/** The key of the envelope's id in the dictionary of a digital signature. */
export const ENVELOPE_KEY = 'MusterEnvelope';

/** Pages of a document at most. */
export const MAX_PAGES = 500;

/** A page of a file as readers show it, in points: cropped and turned. */
export interface PdfPageSize {
  readonly width: number;
  readonly height: number;
}

/** A field of the form of a file, proposed as an input. */
export interface DetectedField {
  /** Index of its page. */
  readonly page: number;
  readonly inputType: 'Signature' | 'Text' | 'Checkbox' | 'Radio Group' | 'Dropdown';
  readonly name: string;
  /** What the file shows to people; the name where it has none. */
  readonly label: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Of a dropdown all options; of a radio button its own one; otherwise empty. */
  readonly options: readonly string[];
  readonly maxLength?: number;
  /** In points from the top left corner of the page as it is shown. */
  readonly place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** What a file may have that is removed from its copy. */
export const REMOVED_PARTS = ['scripts', 'actions', 'files', 'signatures'] as const;

export type RemovedPart = (typeof REMOVED_PARTS)[number];

/** What is in a file. */
export interface PdfInspection {
  readonly pages: readonly PdfPageSize[];
  readonly fields: readonly DetectedField[];
  /** Parts that the copy does not have: say so when it is uploaded. */
  readonly removed: readonly RemovedPart[];
  /** The copy to show and to fill in. */
  readonly content: Uint8Array;
}

/** What is filled in. */
export interface FillInput {
  /** The copy that `inspectPdf` returned. */
  readonly content: Uint8Array;
  /** Inputs with their values; their pages are those of the file. Hidden inputs leave nothing, formulas are calculated. */
  readonly data: DocumentData;
  /** Pictures of signatures and initials by the paths in their values: PNG or JPEG. */
  readonly pictures?: { readonly [path: string]: Uint8Array };
  /** Title of the document. */
  readonly title?: string;
}

/** What a digital signature says, besides who made it. */
export interface CertifyDetails {
  /** The id that the public page verifies. */
  readonly envelopeId: string;
  /** When it is signed. */
  readonly at: Date;
  /** Who signs, for readers; default: Muster. */
  readonly name?: string;
  /** Why, for readers. */
  readonly reason?: string;
}

/** The key and the certificates that a file is signed with, ready for use. */
export interface SigningCertificate {
  /** PKCS#8, DER. */
  readonly key: Uint8Array;
  /** X.509, DER: the own certificate first, then those that issued it. */
  readonly certificates: readonly Uint8Array[];
  readonly subject: string;
  /** ISO 8601. */
  readonly validUntil: string;
}

/** Where the digital signature goes in a file that is prepared for it. */
export interface PreparedPdf {
  readonly content: Uint8Array;
  /** The bytes before the signature, its place with its brackets, and the bytes after. */
  readonly gap: { readonly start: number; readonly end: number };
}

/** What a certificate of completion says about a signer. */
export interface CompletionSigner {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** How the identity was proven, such as `Signed link to the e-mail address` or `Code by SMS`. */
  readonly provenBy: string;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly timeZone?: string;
  readonly consentVersion?: string;
  /** ISO 8601. */
  readonly consentedAt?: string;
  readonly requestedAt?: string;
  readonly viewedAt?: string;
  readonly signedAt?: string;
  readonly declinedAt?: string;
  readonly declineReason?: string;
  /** Labels of the inputs that were left empty. */
  readonly skippedFields: readonly string[];
}

/** An event as the certificate of completion lists it. */
export interface CompletionEvent {
  /** ISO 8601. */
  readonly at: string;
  readonly type: string;
  readonly description: string;
  readonly by: string;
  /** SHA-256 of the event and of all before it, in hexadecimal digits. */
  readonly hash: string;
}

/** What a certificate of completion contains. */
export interface CompletionInput {
  readonly envelopeId: string;
  readonly title: string;
  readonly status: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly completedAt: string;
  /** SHA-256 in hexadecimal digits. */
  readonly originalHash: string;
  readonly resultHash: string;
  readonly pageCount: number;
  readonly sender: string;
  readonly signers: readonly CompletionSigner[];
  readonly events: readonly CompletionEvent[];
}

/** What the thread does. */
export type PdfTask =
  | { readonly kind: 'inspect'; readonly content: Uint8Array }
  | { readonly kind: 'fill'; readonly input: FillInput; readonly certify?: PlaceholderInput }
  | { readonly kind: 'prepare'; readonly content: Uint8Array; readonly certify: PlaceholderInput }
  | { readonly kind: 'completion'; readonly input: CompletionInput; readonly certify?: PlaceholderInput }
  | { readonly kind: 'create-certificate'; readonly input: CertificateInput; readonly passphrase: string }
  | { readonly kind: 'open-certificate'; readonly content: Uint8Array; readonly passphrase: string };

/** The place for a digital signature. */
export interface PlaceholderInput extends CertifyDetails {
  /** Bytes for the signature. */
  readonly size: number;
}

/** What a certificate of our own says. */
export interface CertificateInput {
  /** Name of the organisation. */
  readonly name: string;
  readonly from: Date;
  /** Bits of the key. */
  readonly bits: 2048 | 3072;
}

/** Why a thread could not do its work. */
export type PdfProblem =
  | 'pdf_encrypted'
  | 'pdf_damaged'
  | 'pdf_too_many_pages'
  | 'pdf_too_complex'
  | 'picture_not_usable'
  | 'certificate_not_usable';

/** What the thread posts once. */
export type PdfReply = { readonly result: unknown } | { readonly problem: PdfProblem; readonly message?: string };
