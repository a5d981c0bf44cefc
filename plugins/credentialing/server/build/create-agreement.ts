import type { InTransactionContext } from '#engine';
import { toText, type JsonObject, type RecordOf } from '#engine/model';

/** The people of the agreements of a record. */
export interface AgreementPeople {
  readonly provider: RecordOf<'providers'>;
  /** Who approves: the assignee of the record, by name and address. */
  readonly approver: { readonly id: string; readonly name: string; readonly email: string };
}

type Context = Pick<InTransactionContext, 'unit' | 'setting' | 'create'>;

/** The roles that an agreement has if its document names none: who signs, and who fills in what is known before. */
const DEFAULT_ROLES = ['Participant 1', 'Sender (Prefill)'] as const;
const SENDER = 'Sender (Prefill)';
/** Roles of inputs that name no person. */
const OPEN_ROLES: readonly string[] = ['Anyone', 'Everyone'];

/** The people of the agreements. Requests to an assignee without an e-mail address go to the address in the setting. */
export async function readPeople(
  { unit, setting }: Context,
  provider: RecordOf<'providers'>,
  assignee: string | undefined,
): Promise<AgreementPeople> {
  const user = assignee === undefined ? undefined : await unit.get('users', assignee);
  const email = user?.email ?? '';
  return {
    provider,
    approver: { id: user?._id ?? '', name: user?.name ?? '', email: email === '' ? toText(setting('fallback_approver_email')) : email },
  };
}

/**
 * Creates the document to sign of an item, with the pages of its document as they are now, and returns its id. Undefined: the document is
 * gone or not in use, and the item refers to it as before.
 */
export async function createAgreement(
  context: Context,
  document: string,
  record: RecordOf<'credentialing'>,
  people: AgreementPeople,
): Promise<string | undefined> {
  const source = await context.unit.get('interactiveDocuments', document);
  if (source?.status !== 'Active' || source.deleted === true) return undefined;
  return context.create('interactiveDocumentInstances', {
    name: source.name ?? source.label ?? 'Agreement',
    label: source.label ?? source.name ?? null,
    description: source.description ?? null,
    category: source.category ?? null,
    interactive_document: document,
    completeInOrder: true,
    status: 'Approved',
    relatedCredentialingRecordId: record._id,
    assigned_to: record.assigned_to ?? null,
    recipients: listRecipients(source.recipient_roles ?? [], people),
    doc_data: (source.doc_data ?? null) as JsonObject | null,
  });
}

function listRecipients(roles: readonly string[], { provider, approver }: AgreementPeople): JsonObject[] {
  const named = roles.filter((role) => !OPEN_ROLES.includes(role));
  const [email = '', email2] = (provider.email_addresses ?? provider.email ?? []).map(({ email_address }) => email_address);
  return (named.length === 0 ? DEFAULT_ROLES : named).map((recipientType) =>
    recipientType === SENDER
      ? { recipientType, name: approver.name, email: approver.email, fromType: 'users', recipientId: approver.id }
      : {
          recipientType,
          name: provider.name ?? '',
          email,
          ...(email2 === undefined ? {} : { email2 }),
          fromType: 'providers',
          recipientId: provider._id,
        },
  );
}
