/** The calls of the signing area, each with a token of its own. */
export const CALLS = {
  sendCode: { method: 'POST', path: '/api/esign/send-code' },
  checkCode: { method: 'POST', path: '/api/esign/check-code' },
  consent: { method: 'POST', path: '/api/esign/consent' },
  document: { method: 'GET', path: '/api/esign/document' },
  picture: { method: 'GET', path: '/api/esign/picture' },
  save: { method: 'POST', path: '/api/esign/save' },
  addPicture: { method: 'POST', path: '/api/esign/add-picture' },
  addFile: { method: 'POST', path: '/api/esign/add-file' },
  finish: { method: 'POST', path: '/api/esign/finish' },
  decline: { method: 'POST', path: '/api/esign/decline' },
  delegate: { method: 'POST', path: '/api/esign/delegate' },
  copy: { method: 'GET', path: '/api/esign/copy' },
  certificate: { method: 'GET', path: '/api/esign/certificate' },
} as const;

/** A call of the signing area. */
export type SigningCall = keyof typeof CALLS;
