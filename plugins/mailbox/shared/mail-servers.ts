/** Where the messages of an account are, or leave. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: 'TLS' | 'STARTTLS' | 'None';
}

/** Ports by the encryption of a connection. */
export const INCOMING_PORTS: { readonly [security: string]: number } = { TLS: 993, STARTTLS: 143, None: 143 };
export const OUTGOING_PORTS: { readonly [security: string]: number } = { TLS: 465, STARTTLS: 587, None: 587 };

/** Outgoing servers of providers, by their incoming ones. */
const KNOWN: { readonly [incoming: string]: readonly [host: string, security: 'TLS' | 'STARTTLS'] } = {
  'imap.gmail.com': ['smtp.gmail.com', 'TLS'],
  'imap.googlemail.com': ['smtp.gmail.com', 'TLS'],
  'outlook.office365.com': ['smtp.office365.com', 'STARTTLS'],
  'imap-mail.outlook.com': ['smtp-mail.outlook.com', 'STARTTLS'],
  'imap.mail.yahoo.com': ['smtp.mail.yahoo.com', 'TLS'],
  'imap.mail.me.com': ['smtp.mail.me.com', 'STARTTLS'],
  'imap.aol.com': ['smtp.aol.com', 'TLS'],
  'imap.fastmail.com': ['smtp.fastmail.com', 'TLS'],
  'imap.zoho.com': ['smtp.zoho.com', 'TLS'],
  'imap.gmx.com': ['mail.gmx.com', 'STARTTLS'],
};

/** The outgoing server of a known provider; undefined: its user must enter it. */
export function findOutgoing(incomingHost: string): MailServer | undefined {
  const name = incomingHost.trim().toLowerCase();
  const [host, security] = (Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined) ?? [];
  return host === undefined || security === undefined ? undefined : { host, security, port: OUTGOING_PORTS[security] ?? 0 };
}
