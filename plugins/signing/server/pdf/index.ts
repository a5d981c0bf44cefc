// PDF files of documents: reading uploads, filling in, digital signatures, certificates of completion, verification.
export type {
  CertifyDetails,
  CompletionEvent,
  CompletionInput,
  CompletionSigner,
  DetectedField,
  FillInput,
  PdfContext,
  PdfInspection,
  PdfPageSize,
  RemovedPart,
  SigningCertificate,
} from './contract.ts';
export { writeCertificateOfCompletion } from './certificate-of-completion.ts';
export { certifyPdf, fillAndCertifyPdf, type CertifyOptions } from './certify-pdf.ts';
export { createCertificate, openCertificate, type CreateCertificateInput } from './create-certificate.ts';
export { fillPdf } from './fill-pdf.ts';
export { inspectPdf } from './inspect-pdf.ts';
export { PDF_ERRORS } from './errors.ts';
export { verifyPdf, type PdfVerification } from './verify-pdf.ts';
export { FIRST_HASH, hashEvent, verifyChain, type ChainedEvent, type ChainVerification } from '../event-chain.ts';
export type { SendTimeStampRequest } from './time-stamp.ts';
