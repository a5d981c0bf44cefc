/** What Node says, in words for an admin; nothing of addresses is in them. */
const WORDS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the host did not answer in time',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host could not be looked up',
  ETIMEOUT: 'its host could not be looked up',
  ESERVFAIL: 'its host could not be looked up',
  EREFUSED: 'its host could not be looked up',
};

/** Why a call came to nothing. */
export function describeFailure(error: unknown, deadline: number): string {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return `no answer came within ${Math.round(deadline / 1000)} seconds`;
  const known = WORDS[code];
  if (known !== undefined) return known;
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return `no safe connection could be made (${code})`;
  if (code.startsWith('HPE_')) return 'what answered does not speak HTTP';
  return code === '' ? 'the call failed' : `the call failed (${code})`;
}
