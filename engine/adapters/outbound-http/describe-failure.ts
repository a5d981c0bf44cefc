/** Texts for an admin by Node error code; they contain no addresses. */
const FAILURE_MESSAGES: { readonly [code: string]: string } = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host did not respond in time',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host could not be looked up',
  ETIMEOUT: 'its host could not be looked up',
  ESERVFAIL: 'its host could not be looked up',
  EREFUSED: 'its host could not be looked up',
};

/** Describes why a request failed. */
export function describeFailure(error: unknown, deadline: number): string {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return `no answer came within ${Math.round(deadline / 1000)} seconds`;
  const known = FAILURE_MESSAGES[code];
  if (known !== undefined) return known;
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return `no secure connection could be made (${code})`;
  if (code.startsWith('HPE_')) return 'the response was not HTTP';
  return code === '' ? 'the request failed' : `the request failed (${code})`;
}
