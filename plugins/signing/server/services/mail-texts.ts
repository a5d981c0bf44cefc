import { escapeMarkup } from '#engine/model';

/** What an e-mail about a document to sign says. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What it is about. */
export interface MailFacts {
  readonly kind: 'request' | 'reminder' | 'copy' | 'code';
  readonly title: string;
  readonly recipient: string;
  readonly sender: string;
  /** Of a request, a reminder or a copy: the address of the signing area. */
  readonly link?: string;
  /** What the sender adds. */
  readonly notes?: string;
  /** The day until which it can be signed. */
  readonly until?: string;
  readonly code?: string;
}

const SUBJECTS: { readonly [kind in MailFacts['kind']]: (facts: MailFacts) => string } = {
  request: ({ title }) => `Please sign: ${title}`,
  reminder: ({ title }) => `Reminder, please sign: ${title}`,
  copy: ({ title }) => `Signed copy: ${title}`,
  code: ({ title }) => `Your code for ${title}`,
};

const FIRST_LINES: { readonly [kind in MailFacts['kind']]: (facts: MailFacts) => string } = {
  request: ({ sender, title }) => `${sender} asks you to fill in and sign "${title}".`,
  reminder: ({ sender, title }) => `${sender} is still waiting for your signature on "${title}".`,
  copy: ({ title }) => `"${title}" is signed by everyone. You can download your copy and its certificate of completion.`,
  code: ({ title, code = '' }) => `Your code for "${title}" is ${code}. It is valid for ten minutes. Give it to nobody.`,
};

/** Writes an e-mail. */
export function writeMail(facts: MailFacts): MailContent {
  const { kind, recipient, link, notes = '', until } = facts;
  const lines = [
    recipient === '' ? 'Hello,' : `Hello ${recipient},`,
    FIRST_LINES[kind](facts),
    ...(notes === '' ? [] : [notes]),
    ...(link === undefined ? [] : [link]),
    ...(until === undefined || kind === 'copy'
      ? []
      : [`The link can be used until ${until}. It is for you alone: do not forward this e-mail.`]),
  ];
  const toHtml = (line: string): string =>
    line === link
      ? `<p><a href="${escapeMarkup(line)}">${kind === 'copy' ? 'Open your copy' : 'Open the document'}</a></p>`
      : `<p>${escapeMarkup(line).replace(/\r?\n/g, '<br>')}</p>`;
  return { subject: SUBJECTS[kind](facts).slice(0, 400), text: lines.join('\n\n'), html: lines.map(toHtml).join('\n') };
}
