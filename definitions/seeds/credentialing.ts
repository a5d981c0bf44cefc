import { SYSTEM_ACTOR } from '#engine';
import type { JsonObject } from '#engine/model';
import { seedEvidence } from './evidence.ts';
import { dayFrom, instantFrom, makeTimestamps, textOf, type SeedContext } from './seed-context.ts';
import type { PlacementSeed } from './staffing.ts';

/** A provider with their credentialing checklist. */
export interface Checklist {
  readonly _id: string;
  readonly status: Status;
  readonly owner: string;
  /** Days from now. */
  readonly due: number;
  readonly provider: { readonly _id: string; readonly name: string; readonly email: string; readonly user: string | undefined };
}

type ItemSeed = readonly [label: string, category: string, kind: string, byProvider: boolean, expires: boolean];

const CORE: readonly ItemSeed[] = [
  ['Government photo ID', 'Identity', 'Uploaded Document', true, true],
  ['State license', 'License and certification', 'Uploaded Document', true, true],
  ['Fingerprint clearance', 'Background and screening', 'Uploaded Document', true, false],
  ['Tuberculosis test', 'Health and immunization', 'Uploaded Document', true, true],
  ['Employment agreement', 'Forms and agreements', 'Muster Sign Document', true, false],
  ['Two professional references', 'Education and experience', 'Todo Item', false, false],
  ['Date of the orientation', 'Training', 'Date', true, false],
];
const W2: readonly ItemSeed[] = [
  ['Form W-4', 'Payroll and tax', 'Muster Sign Document', true, false],
  ['Direct deposit form', 'Payroll and tax', 'Uploaded Document', true, false],
];
const CONTRACTOR: readonly ItemSeed[] = [
  ['Form W-9', 'Payroll and tax', 'Muster Sign Document', true, false],
  ['Liability insurance', 'Forms and agreements', 'Uploaded Document', true, true],
];
const DISTRICT: readonly ItemSeed[] = [
  ['District badge form', 'District requirements', 'Uploaded Document', true, false],
  ['District handbook', 'District requirements', 'Muster Sign Document', true, false],
];

/** Statuses of checklists, each with the statuses of their items in order. */
const PROGRESS = {
  'In Process - Core': ['Approved', 'Submitted', 'Open', 'Open', 'Approved', 'Open', 'Open'],
  'Waiting on Provider': ['Approved', 'Needs Correction', 'Open', 'Needs Correction', 'Approved', 'Approved', 'Open'],
  'In Review': ['Approved', 'Submitted', 'Submitted', 'Approved', 'Approved', 'Submitted', 'Approved'],
  'Cleared to Start': ['Approved', 'Approved', 'Approved', 'Approved', 'Approved', 'Waived', 'Approved'],
  'Expired Items': ['Approved', 'Expired', 'Approved', 'Expired', 'Approved', 'Approved', 'Approved'],
} as const;
type Status = keyof typeof PROGRESS;
/** The checklist of the provider with a demo login. */
const OWN: Status = 'Waiting on Provider';
/** Checklists of placements that have not started, and of those that have, in rotation. */
const UPCOMING: readonly Status[] = ['In Process - Core', 'In Review', 'Waiting on Provider', 'In Process - Core', 'Cleared to Start'];
const RUNNING: readonly Status[] = ['Cleared to Start', 'Expired Items', 'Cleared to Start', 'Cleared to Start'];
/** The papers of providers who work were complete. */
const STARTED: ReadonlySet<Status> = new Set<Status>(['Cleared to Start', 'Expired Items']);
const DUE = {
  'In Process - Core': [6, 25],
  'Waiting on Provider': [2, 9],
  'In Review': [1, 6],
  'Cleared to Start': [-60, -10],
  'Expired Items': [-300, -120],
} as const;

/** Least number of checklists whose agreements are sent for signature. */
const LEAST_SIGNED = 10;

/** Setups with their items, and the checklist of every placement with messages about its items. Returns those that have documents to sign. */
export async function seedCredentialing(
  context: SeedContext,
  from: { readonly placements: readonly Placed[]; readonly accounts: readonly string[] },
): Promise<readonly Checklist[]> {
  const setup = await seedSetups(context, from.accounts);
  const checklists = await seedChecklists(context, from.placements, setup);
  const items = checklists.flatMap((checklist, index) => listItems(context, checklist, index === 0));
  const ids = await context.insert('credentialingRequiredItems', items, items.length);
  const messages = listMessages(
    context,
    checklists,
    items.map((item, index) => ({ ...item, _id: ids[index] as string })),
  );
  await context.insert('credentialingRequiredItemMessages', messages, messages.length);
  await seedEvidence(context, checklists);
  return checklists.slice(0, Math.max(LEAST_SIGNED, Math.round(checklists.length / 20)));
}

/** Returns the id of the setup that the checklists are created from. */
async function seedSetups(context: SeedContext, accounts: readonly string[]): Promise<string> {
  const owner = specialistOf(context, 0);
  const setups = [
    { name: 'Core, employees', provider_type: ['W2'], core_or_managed: 'Core', requirements: [...CORE, ...W2] },
    { name: 'Core, contractors', provider_type: ['1099'], core_or_managed: 'Core', requirements: [...CORE, ...CONTRACTOR] },
    ...['Miami-Dade Sunrise', 'Broward Coastal', 'Palm Harbor'].map((name, index) => ({
      name: `${name}, managed`,
      provider_type: ['W2', '1099'],
      core_or_managed: 'Managed',
      account_specific: accounts[index] ?? null,
      requirements: DISTRICT,
    })),
  ];
  const ids = await context.insert(
    'credentialingSetup',
    setups.map(({ requirements: _, ...setup }) => ({ ...setup, active: true, assigned_to: owner })),
    setups.length,
  );
  const items = setups.flatMap(({ requirements, provider_type }, index) =>
    requirements.map(
      (one, order): JsonObject => ({ ...itemOf(one, order), provider_type, relatedCredentialingSetup: ids[index] as string }),
    ),
  );
  await context.insert('credentialingRequiredItems', items, items.length);
  return ids[0] as string;
}

/** The staff responsible for credentials, in rotation. */
export function specialistOf({ staff }: SeedContext, turn: number): string {
  const specialists = staff.filter(({ first_name }) => first_name === 'Casey' || first_name === 'Devon');
  return specialists[turn % specialists.length]?._id ?? '';
}

function itemOf(
  [label, category, field_type, provider_assigned, requires_exp_date]: ItemSeed,
  order: number,
): { readonly [field: string]: string | number | boolean } {
  return { label, category, field_type, provider_assigned, requires_exp_date, order: order + 1 };
}

type Placed = PlacementSeed & { readonly _id: string };

/** Every placement with the status of its checklist: complete when it has started. The first placement has a demo login. */
function listPlaced(placements: readonly Placed[]): readonly (readonly [Status, Placed])[] {
  const own = placements.find(({ end }) => end > 0);
  const turns = { upcoming: 0, running: 0 };
  const statusOf = ({ start, end }: Placed): Status => {
    if (end <= 0) return 'Cleared to Start';
    const [statuses, turn] = start > 0 ? [UPCOMING, turns.upcoming++] : [RUNNING, turns.running++];
    return statuses[turn % statuses.length] as Status;
  };
  const others = placements.filter((placed) => placed !== own).map((placed) => [statusOf(placed), placed] as const);
  return own === undefined ? others : [[OWN, own], ...others];
}

/** Due dates of papers: some days before the start; for renewals, their own due date. The first that is in progress is late. */
function drawDue({ random }: SeedContext, status: Status, { start }: Placed, isLate: boolean): number {
  const [soonest, latest] = DUE[status];
  const due = STARTED.has(status) ? start - random.between(5, 8) : start > 0 ? Math.max(1, start - 5) : random.between(soonest, latest);
  return isLate ? -2 : due;
}

async function seedChecklists(context: SeedContext, placements: readonly Placed[], setup: string): Promise<Checklist[]> {
  const { records, now } = context;
  const made: JsonObject[] = [];
  const checklists: Omit<Checklist, '_id'>[] = [];
  const placed = listPlaced(placements);
  const late = placed.findIndex(([status], index) => index > 0 && !STARTED.has(status));
  for (const [index, [status, placement]] of placed.entries()) {
    const provider = await records.get(SYSTEM_ACTOR, { module: 'providers', id: placement.provider._id });
    const owner = specialistOf(context, index);
    const due = drawDue(context, status, placement, index === late);
    const isRenewal = placement.start <= 0 && !STARTED.has(status);
    made.push({
      credentialing_status: status,
      providers_credentialing: provider._id,
      placements_credentialing: placement._id,
      related_account: placement.fields['accounts_placements'] ?? null,
      profession: provider['profession'] ?? null,
      related_user: provider['related_user'] ?? null,
      hire_type: isRenewal ? 'Extension' : index % 5 === 4 ? 'Rehire' : 'New Hire',
      due_date: dayFrom(now, due),
      ...(status === 'Cleared to Start' ? { cleared_date: dayFrom(now, Math.min(due, -1) - 3), locked: true } : {}),
      credentialingSetup_credentialing: setup,
      assigned_to: owner,
      teams: provider['teams'] ?? null,
      ...makeTimestamps(now, Math.min(due - 30, placement.provider.sub.hired ?? -2), -1 - (index % 6)),
    });
    checklists.push({ status, owner, due, provider: describe(provider) });
  }
  const ids = await context.insert('credentialing', made, made.length);
  return checklists.map((checklist, index) => ({ ...checklist, _id: ids[index] as string }));
}

function describe(provider: JsonObject & { readonly _id: string }): Checklist['provider'] {
  const [first] = (provider['email_addresses'] ?? []) as readonly { readonly email_address: string }[];
  return {
    _id: provider._id,
    name: textOf(provider['name']),
    email: first?.email_address ?? '',
    user: textOf(provider['related_user']) || undefined,
  };
}

/** What the reviewer wrote about a paper that has to be sent again. */
const REVIEW_NOTE = 'The bottom of the page is cut off. Take it again with all four corners in view.';

/** Items of a checklist. Of the one with a demo login, the first that has to be corrected is late: days are those of UTC. */
function listItems({ now, random }: SeedContext, { _id, status, owner, due }: Checklist, isOwn: boolean): JsonObject[] {
  const late = isOwn ? PROGRESS[status].findIndex((item) => item === 'Needs Correction') : -1;
  return CORE.map((requirement, order): JsonObject => {
    const item = PROGRESS[status][order] ?? 'Open';
    const expires =
      requirement[4] && item !== 'Open'
        ? { expiration_date: dayFrom(now, item === 'Expired' ? -random.between(2, 25) : random.between(60, 600)) }
        : {};
    const done = item === 'Approved' || item === 'Waived';
    return {
      ...itemOf(requirement, order),
      ...expires,
      status: item,
      completed: done,
      due_date: dayFrom(now, order === late ? -2 : due),
      relatedCredentialingRecord: _id,
      assigned_to: owner,
      ...(item === 'Open' ? {} : { completionDetails: { approvalStatus: item, dateCompleted: dayFrom(now, -random.between(1, 20)) } }),
      ...(item === 'Needs Correction' ? { unreadMessageCount: 1, review_note: REVIEW_NOTE } : {}),
    };
  });
}

const ITEM_MESSAGES: { readonly [status: string]: readonly (readonly [ofProvider: boolean, text: string])[] } = {
  'Needs Correction': [
    [false, 'The copy is cut off at the bottom. Could you send the whole page?'],
    [true, 'I will scan it again tonight.'],
  ],
  Submitted: [[true, 'Uploaded. Please tell me if anything is missing.']],
  Expired: [[false, 'This one has run out. Please send the renewal as soon as you have it.']],
};

function listMessages(
  { now }: SeedContext,
  checklists: readonly Checklist[],
  items: readonly (JsonObject & { readonly _id: string })[],
): JsonObject[] {
  const byId = new Map(checklists.map((checklist) => [checklist._id, checklist]));
  return items.flatMap((item, index) => {
    const checklist = byId.get(textOf(item['relatedCredentialingRecord']));
    // Messages of a provider are sent by their user, and few providers have one in the demo.
    return (ITEM_MESSAGES[textOf(item['status'])] ?? [])
      .filter(([ofProvider]) => !ofProvider || checklist?.provider.user !== undefined)
      .map(([ofProvider, message], turn): JsonObject => {
        const at = instantFrom(now, -4 + turn, 14 + (index % 6));
        return {
          required_item: item._id,
          message,
          created_by: (ofProvider ? checklist?.provider.user : checklist?.owner) ?? null,
          createdAt: at,
          updatedAt: at,
        };
      });
  });
}
