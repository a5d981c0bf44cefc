// What the contributions of the plugin load: one entry, so that the first page knows only one file.
export const loadEditor = async () => (await import('./editor/editor-page.tsx')).EditorPage;
export const loadSigningArea = async () => (await import('./esign/esign-page.tsx')).EsignPage;
export const loadCertificate = async () => (await import('./verify/certificate-page.tsx')).CertificatePage;
export const loadVerification = async () => (await import('./verify/verify-page.tsx')).VerifyPage;
export const loadEnvelope = async () => (await import('./instance/envelope-panel.tsx')).EnvelopePanel;
export const loadOpenEditor = async () => (await import('./instance/open-editor.tsx')).OpenEditor;
