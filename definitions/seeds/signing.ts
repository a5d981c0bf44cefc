import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, type SeedContext } from './seed-context.ts';
import { specialistOf, type Checklist } from './credentialing.ts';
import { toMailName } from './names.ts';

const DOCUMENTS = [
  ['Employment agreement', 'Offer and agreement', 'Active', ['Sender (Prefill)', 'Participant 1']],
  ['Independent contractor agreement', 'Offer and agreement', 'Active', ['Sender (Prefill)', 'Participant 1', 'Participant 2']],
  ['Form W-4', 'Payroll and tax', 'Active', ['Participant 1']],
  ['Form W-9', 'Payroll and tax', 'Active', ['Participant 1']],
  ['Background check release', 'Background and release', 'Active', ['Participant 1']],
  ['District handbook receipt', 'District form', 'Active', ['Participant 1', 'Participant 2']],
  ['Telehealth consent', 'Policy', 'Draft', ['Participant 1']],
  ['Handbook receipt of last year', 'Policy', 'Archived', ['Participant 1']],
] as const;

/** Events of a document by day, up to its status. */
const STATUS_HISTORY = {
  Completed: ['Created', 'Signature Requested', 'Viewed', 'Signed', 'Completed'],
  Viewed: ['Created', 'Signature Requested', 'Viewed'],
  'Signature Requested': ['Created', 'Signature Requested', 'Reminded'],
  Created: ['Created'],
  Declined: ['Created', 'Signature Requested', 'Viewed', 'Declined'],
} as const;

/** The status of checklists whose agreement is not signed yet. */
const WAITING: Checklist['status'] = 'In Process - Core';

const SIGNERS = ['Human Resources Manager', 'Director of Special Education', 'Superintendent', 'Principal', 'Notary', 'Payroll Manager'];

/** Forms to sign, the copies sent to the providers of the checklists, their histories, and external signers. */
export async function seedSigning(context: SeedContext, checklists: readonly Checklist[]): Promise<void> {
  const forms = DOCUMENTS.map(
    ([name, category, status, recipient_roles]): JsonObject => ({
      name,
      label: name,
      category,
      status,
      recipient_roles: [...recipient_roles],
      related_module: 'providers',
      completeInOrder: recipient_roles.length > 1,
      reminder_days: 3,
      doc_data: drawPages(recipient_roles),
      assigned_to: specialistOf(context, 0),
    }),
  );
  const formIds = await context.insert('interactiveDocuments', forms, forms.length);
  const late = checklists.findIndex(({ status }) => status === WAITING);
  const sent = checklists.map((checklist, index) => describeSent(context, checklist, index, index === late));
  const instances = sent.map(
    ({ form, story, at, ...fields }): JsonObject => ({
      ...fields,
      interactive_document: formIds[form] as string,
      status: story,
      createdAt: at(0),
      updatedAt: at(STATUS_HISTORY[story].length - 1),
    }),
  );
  const ids = await context.insert('interactiveDocumentInstances', instances, instances.length);
  const actions = sent.flatMap(({ story, at, assigned_to, recipients }, index) =>
    STATUS_HISTORY[story].map(
      (type, turn): JsonObject => ({
        type,
        interactive_document_instance: ids[index] as string,
        action_at: at(turn),
        createdAt: at(turn),
        updatedAt: at(turn),
        ...(isOfSigner(type)
          ? { nonUser: { name: recipients[0].name, email: recipients[0].email } }
          : { user: assigned_to, created_by: assigned_to }),
      }),
    ),
  );
  await context.insert('interactiveDocumentInstanceActions', actions, actions.length);
  await context.insert('musterSignContacts', makeContacts(context), SIGNERS.length);
}

function isOfSigner(type: string): boolean {
  return type === 'Viewed' || type === 'Signed' || type === 'Declined';
}

/** A page with a signature for each role. */
function drawPages(roles: readonly string[]): JsonObject {
  const inputs = roles.map((role, index) => ({
    id: `signature_${index + 1}`,
    type: { inputType: 'Signature' },
    field: { label: `Signature, ${role}`, name: `signature_${index + 1}`, required: true },
    assigned_to: role,
    place: { x: 72, y: 600 + index * 48, width: 216, height: 36 },
  }));
  return { pages: [{ width: 612, height: 792, inputs }] };
}

/** The agreement of a checklist: one that is in process waits for its signature, the first of these since a day that is past. */
function describeSent({ now }: SeedContext, { _id, provider, status, owner }: Checklist, index: number, isLate: boolean) {
  const form = index % 3 === 2 ? 4 : 0;
  const story =
    status === WAITING
      ? index % 2 === 0
        ? ('Viewed' as const)
        : ('Signature Requested' as const)
      : index === 8
        ? ('Declined' as const)
        : ('Completed' as const);
  const at = (turn: number): string => instantFrom(now, turn - 12 - (index % 5), 14 + turn);
  return {
    form,
    story,
    at,
    name: `${DOCUMENTS[form][0]}, ${provider.name}`,
    label: DOCUMENTS[form][0],
    category: DOCUMENTS[form][1],
    relatedCredentialingRecordId: _id,
    assigned_to: owner,
    created_by: owner,
    recipients: [
      { recipientId: provider._id, recipientType: 'Participant 1', fromType: 'providers', name: provider.name, email: provider.email },
    ] as const,
    due_date: dayFrom(now, isLate ? -2 : 5 - (index % 5)),
    sent_at: at(1),
    ...(story === 'Completed' ? { completed_at: at(4) } : {}),
  };
}

function* makeContacts({ random, places, names, staff }: SeedContext): Generator<JsonObject> {
  for (const [index, title] of SIGNERS.entries()) {
    const { first_name, last_name } = names.draw(random);
    const place = places.draw(random);
    yield {
      name: `${first_name} ${last_name}`,
      title,
      email: `${toMailName(first_name)}.${toMailName(last_name)}.s${index + 1}@example.org`,
      phone: places.phone(place.state, random),
      company: index < 4 ? `${place.city} Schools` : 'Muster Demo Staffing',
      default_role: index < 4 ? 'Participant 2' : 'Sender (Prefill)',
      assigned_to: random.pick(staff)._id,
    };
  }
}
