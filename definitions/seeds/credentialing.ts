import { SYSTEM_ACTOR } from '#engine';
import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, makeTimestamps, textOf, type SeedContext } from './seed-context.ts';
import type { PlacementSeed } from './staffing.ts';

/** A provider with their credentialing checklist. */
export interface Checklist {
  readonly _id: string;
  readonly status: Status;
  readonly owner: string;
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
/** The first belongs to the provider with a demo login. */
const STATUSES: readonly Status[] = [
  'Waiting on Provider',
  'In Process - Core',
  'In Review',
  'Cleared to Start',
  'In Process - Core',
  'Expired Items',
  'Cleared to Start',
  'In Review',
  'Waiting on Provider',
  'In Process - Core',
];
/** The papers of providers who work were complete. */
const STARTED: ReadonlySet<Status> = new Set<Status>(['Cleared to Start', 'Expired Items']);
const DUE = {
  'In Process - Core': [6, 25],
  'Waiting on Provider': [2, 9],
  'In Review': [1, 6],
  'Cleared to Start': [-60, -10],
  'Expired Items': [-300, -120],
} as const;

/** Setups with their items, and the checklists of some providers with messages about their items. Returns the checklists. */
export async function seedCredentialing(
  context: SeedContext,
  from: { readonly placements: readonly Placed[]; readonly accounts: readonly string[] },
): Promise<readonly Checklist[]> {
  const setup = await seedSetups(context, from.accounts);
  const checklists = await seedChecklists(context, from.placements, setup);
  const items = checklists.flatMap((checklist) => listItems(context, checklist));
  const ids = await context.insert('credentialingRequiredItems', items, items.length);
  const messages = listMessages(
    context,
    checklists,
    items.map((item, index) => ({ ...item, _id: ids[index] as string })),
  );
  await context.insert('credentialingRequiredItemMessages', messages, messages.length);
  return checklists;
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

/**
 * Selects placed providers, each once: providers who have not started for checklists in progress, providers who have
 * started for complete ones. The first has a demo login.
 */
function choosePlaced(placements: readonly Placed[]): readonly (readonly [Status, Placed])[] {
  const [own, ...others] = placements.filter(({ end }) => end > 0);
  const upcoming = others.filter(({ start }) => start > 0);
  const started = others.filter(({ start }) => start <= 0);
  const count = Math.max(STATUSES.length, Math.round(placements.length / 20));
  return Array.from({ length: count }, (_, index) => STATUSES[index % STATUSES.length] as Status).flatMap(
    (status, index): (readonly [Status, Placed])[] => {
      const [first, second] = STARTED.has(status) ? [started, upcoming] : [upcoming, started];
      const placed = index === 0 ? own : (first.shift() ?? second.shift());
      return placed === undefined ? [] : [[status, placed]];
    },
  );
}

/** Due dates of papers: some days before the start; for renewals, their own due date. */
function drawDue({ random }: SeedContext, status: Status, { start }: Placed): number {
  const [soonest, latest] = DUE[status];
  if (start > 0) return Math.max(1, start - 5);
  return STARTED.has(status) ? start - random.between(5, 8) : random.between(soonest, latest);
}

async function seedChecklists(context: SeedContext, placements: readonly Placed[], setup: string): Promise<Checklist[]> {
  const { records, now } = context;
  const made: JsonObject[] = [];
  const checklists: Omit<Checklist, '_id'>[] = [];
  for (const [index, [status, placed]] of choosePlaced(placements).entries()) {
    const provider = await records.get(SYSTEM_ACTOR, { module: 'providers', id: placed.provider._id });
    const owner = specialistOf(context, index);
    const due = drawDue(context, status, placed);
    const isRenewal = placed.start <= 0 && !STARTED.has(status);
    made.push({
      credentialing_status: status,
      providers_credentialing: provider._id,
      placements_credentialing: placed._id,
      related_account: placed.fields['accounts_placements'] ?? null,
      profession: provider['profession'] ?? null,
      related_user: provider['related_user'] ?? null,
      hire_type: isRenewal ? 'Extension' : index % 5 === 4 ? 'Rehire' : 'New Hire',
      due_date: dayFrom(now, due),
      ...(status === 'Cleared to Start' ? { cleared_date: dayFrom(now, Math.min(due, -1) - 3), locked: true } : {}),
      credentialingSetup_credentialing: setup,
      assigned_to: owner,
      teams: provider['teams'] ?? null,
      ...makeTimestamps(now, Math.min(due - 30, placed.provider.sub.hired ?? -2), -1 - (index % 6)),
    });
    checklists.push({ status, owner, provider: describe(provider) });
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

function listItems({ now, random }: SeedContext, { _id, status, owner }: Checklist): JsonObject[] {
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
      relatedCredentialingRecord: _id,
      assigned_to: owner,
      ...(item === 'Open' ? {} : { completionDetails: { approvalStatus: item, dateCompleted: dayFrom(now, -random.between(1, 20)) } }),
      ...(item === 'Needs Correction' ? { unreadMessageCount: 1 } : {}),
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
