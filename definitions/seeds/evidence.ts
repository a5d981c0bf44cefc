import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, makeTimestamps, type SeedContext } from './seed-context.ts';

/** A provider whose credentials somebody is responsible for. */
interface OwnedProvider {
  readonly owner: string;
  readonly provider: { readonly _id: string; readonly name: string };
}

/** Days until a check is repeated. */
const RECHECK = 120;
const SOURCES = {
  License: 'Register of the state board',
  NPI: 'NPI registry',
  'Exclusion list': 'OIG LEIE',
  Background: 'Fingerprint clearance of the state',
} as const;
type Kind = keyof typeof SOURCES;
const KINDS = Object.keys(SOURCES) as readonly Kind[];
/** One in so many providers has checks, and at least so many providers. */
const [CHECKED_SHARE, LEAST_CHECKED] = [5, 12];
/** Lines of the demo list. */
const LIST_ROWS = 79_812;

/** Checks of some providers with a checklist, of which some are due again, and an exclusion list with its possible matches. */
export async function seedEvidence(context: SeedContext, checklists: readonly OwnedProvider[]): Promise<void> {
  const checked = checklists.slice(0, Math.max(LEAST_CHECKED, Math.round(checklists.length / CHECKED_SHARE)));
  const checks = checked.flatMap((checklist, index) =>
    KINDS.slice(0, 2 + (index % 3)).map((kind) => checkOf(context, checklist, kind, index)),
  );
  await context.insert('evidenceChecks', checks, checks.length);
  const [list = ''] = await context.insert('exclusionLists', [listOf(context, checklists.length)], 1);
  const matches = checklists.slice(0, 2).map((checklist, index) => matchOf(context, checklist, { list, isDecided: index === 1 }));
  await context.insert('exclusionMatches', matches, matches.length);
}

function checkOf({ now, random }: SeedContext, { provider, owner }: OwnedProvider, kind: Kind, index: number): JsonObject {
  // The checks of every sixth provider are due again.
  const made = index % 6 === 1 ? -(RECHECK + 2) : -random.between(3, 100);
  const number = { License: `RN.${random.between(200_000, 499_999)}`, NPI: makeNpi(random.between(10_000_000, 99_999_999)) };
  return {
    ...{ provider: provider._id, kind, source: SOURCES[kind], result: 'Clear', checked_by: owner, assigned_to: owner },
    number: kind === 'License' || kind === 'NPI' ? number[kind] : null,
    checked_on: dayFrom(now, made),
    recheck_on: dayFrom(now, made + RECHECK),
    ...makeTimestamps(now, made),
  };
}

/** A provider identifier with its check digit: the Luhn algorithm over 80840 and the digits. */
function makeNpi(digits: number): string {
  const body = `1${digits}`;
  const sum = [...`80840${body}`].reverse().reduce((total, text, place) => {
    const digit = Number(text) * (place % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

function listOf({ now }: SeedContext, providers: number): JsonObject {
  return {
    ...{ name: 'OIG LEIE', source: 'OIG LEIE', published_on: dayFrom(now, -9), status: 'Compared', progress: 100 },
    ...{ row_count: LIST_ROWS, skipped_count: 3_407, provider_count: providers, match_count: 2, imported_at: instantFrom(now, -8, 14) },
    ...makeTimestamps(now, -8),
  };
}

function matchOf(
  { now }: SeedContext,
  { provider, owner }: OwnedProvider,
  { list, isDecided }: { readonly list: string; readonly isDecided: boolean },
): JsonObject {
  return {
    ...{ provider: provider._id, exclusion_list: list, on_current_list: true, listed_name: provider.name.toUpperCase() },
    ...{ score: 65, reasons: ['Same last name', 'Same first name', 'Birth date unknown'] },
    ...{ exclusion_type: '1128b4', excluded_on: dayFrom(now, -1_900), listed_specialty: 'INDIVIDUAL, NURSE/NURSES AIDE' },
    match_key: `demo/${provider._id}`,
    ...(isDecided
      ? {
          ...{ decision: 'Other person', decision_note: 'The state board says that the excluded person has another license number.' },
          ...{ decided_by: owner, decided_at: instantFrom(now, -7, 15), decided_score: 65 },
        }
      : { decision: 'Open' }),
    assigned_to: owner,
    ...makeTimestamps(now, -8, isDecided ? -7 : -8),
  };
}
