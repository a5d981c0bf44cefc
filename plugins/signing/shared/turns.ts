import { resolveInputs } from './check-values.ts';
import { listInputs } from './conditions.ts';
import { ANYONE_ROLE, EVERYONE_ROLE, SENDER_ROLE, type DocumentData, type DocumentInput, type DocumentPage } from './document.ts';
import { isDone, type Recipient } from './instance.ts';

/** Before everyone else. */
const SENDER_TURN = 0;

/** Whether the sender signs too: something of theirs that is required is still empty. */
function isSenderNeeded(data: DocumentData): boolean {
  const states = resolveInputs(data);
  return listInputs(data).some((input) => {
    const state = states.get(input.id);
    return input.assigned_to === SENDER_ROLE && state?.isRequired === true && state.value === undefined;
  });
}

/** Those who sign a document. `data`: as it was sent. */
export function listSigners(recipients: readonly Recipient[], data: DocumentData): readonly Recipient[] {
  const isNeeded = recipients.some(({ recipientType }) => recipientType === SENDER_ROLE) && isSenderNeeded(data);
  return recipients.filter(({ recipientType }) => recipientType !== SENDER_ROLE || isNeeded);
}

/** The number of a recipient's turn: what was entered, else the number of their role. */
export function findTurn({ recipientType, order }: Recipient): number {
  if (recipientType === SENDER_ROLE) return SENDER_TURN;
  return order ?? Number(/\d+$/.exec(recipientType)?.[0] ?? 1);
}

/** Those whose turn it is: of those who have not signed, the first ones; all of them, if the order does not matter. */
export function findCurrent(signers: readonly Recipient[], completeInOrder: boolean): readonly Recipient[] {
  const open = signers.filter((one) => !isDone(one));
  const isInOrder = completeInOrder || open.some(({ recipientType }) => recipientType === SENDER_ROLE);
  if (!isInOrder) return open;
  const first = Math.min(...open.map(findTurn));
  return open.filter((one) => findTurn(one) === first);
}

/** Roles with inputs that nobody among the recipients fills in. */
export function listMissingRoles(recipients: readonly Recipient[], data: DocumentData): readonly string[] {
  const present = new Set(recipients.map(({ recipientType }) => recipientType));
  const needed = new Set(listInputs(data).map(({ assigned_to }) => assigned_to));
  if (!isSenderNeeded(data)) needed.delete(SENDER_ROLE);
  return [...needed].filter((role) => role !== ANYONE_ROLE && role !== EVERYONE_ROLE && !present.has(role));
}

/** The document for its recipients: each input names who fills it in, and one for everyone becomes one for each signer, side by side. */
export function assignInputs(data: DocumentData, recipients: readonly Recipient[]): DocumentData {
  const signers = listSigners(recipients, data);
  const idByRole = new Map(recipients.map(({ recipientType, recipientId }) => [recipientType, recipientId]));
  const assign = (input: DocumentInput): readonly DocumentInput[] => {
    const { recipient_id: _, ...rest } = input;
    if (input.assigned_to === EVERYONE_ROLE) return shareInput(rest, signers);
    const id = idByRole.get(input.assigned_to);
    return [id === undefined ? rest : { ...rest, recipient_id: id }];
  };
  return { pages: data.pages.map((page): DocumentPage => ({ ...page, inputs: page.inputs.flatMap(assign) })) };
}

function shareInput(input: DocumentInput, signers: readonly Recipient[]): readonly DocumentInput[] {
  const width = input.place.width / Math.max(1, signers.length);
  return signers.map(({ recipientId, recipientType }, index) => ({
    ...input,
    id: `${input.id}_${index + 1}`,
    field: { ...input.field, name: index === 0 ? input.field.name : `${input.field.name}_${index + 1}` },
    assigned_to: recipientType,
    recipient_id: recipientId,
    place: { ...input.place, x: input.place.x + index * width, width },
  }));
}
