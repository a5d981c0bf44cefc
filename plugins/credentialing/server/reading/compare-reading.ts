import { SYSTEM_ACTOR, type Actor, type PluginContext, type VisibleRecord } from '#engine';
import { toText, today } from '#engine/model';
import type { ComparedRecord } from '../../shared/reading-comparison.ts';
import { normalizeNumber } from '../../shared/reading.ts';
import { getIfVisible, type ReadableItem, type StoredReading } from './readings.ts';

/** Other uses of a number that are named. */
const MOST_USES = 10;

type Context = Pick<PluginContext, 'records' | 'clock' | 'setting'>;

/**
 * What the values of a reading are compared with, as far as the caller may see it: the name of the provider and the end of the assignment.
 * Other people with a number are found among all; only those whose names the caller may see are named. A provider does not learn of them.
 */
export async function readComparedRecord(
  context: Context,
  actor: Actor,
  { item, reading, isStaff }: { readonly item: ReadableItem; readonly reading: StoredReading; readonly isStaff: boolean },
): Promise<ComparedRecord> {
  const checklist = await getIfVisible(context, actor, 'credentialing', toText(item.record['relatedCredentialingRecord']));
  const provider = await getIfVisible(context, actor, 'providers', toText(checklist?.['providers_credentialing']));
  const placement = await getIfVisible(context, actor, 'placements', toText(checklist?.['placements_credentialing']));
  return {
    name: toText(provider?.['name']),
    today: today(context),
    assignmentEnd: toText(placement?.['end_date']),
    numberUses: isStaff ? await findUses(context, actor, reading.numbers, toText(checklist?.['providers_credentialing'])) : new Map(),
  };
}

/** Providers other than this one in whose readings or evidence one of the numbers is. */
async function findUses(
  { records }: Context,
  actor: Actor,
  numbers: readonly string[],
  provider: string,
): Promise<ComparedRecord['numberUses']> {
  if (numbers.length === 0) return new Map();
  const isOther = { provider: { exists: true }, ...(provider === '' ? {} : { not: { provider } }) };
  const find = async (module: string, field: string): Promise<readonly VisibleRecord[]> =>
    (await records.find(SYSTEM_ACTOR, { module, filter: { [field]: { in: [...numbers] }, ...isOther }, limit: MOST_USES, totalLimit: 1 }))
      .data;
  const [readings, checks] = [await find('documentReadings', 'numbers'), await find('evidenceChecks', 'number_key')];
  const uses = [
    ...readings.map((one) => ({ provider: toText(one['provider']), numbers: (one['numbers'] ?? []) as readonly string[] })),
    ...checks.map((one) => ({ provider: toText(one['provider']), numbers: [normalizeNumber(toText(one['number']))] })),
  ];
  const names = await records.names(
    actor,
    uses.map((one) => ({ module: 'providers', id: one.provider })),
  );
  const nameOf = (id: string): string => names.get(`providers:${id}`)?.name ?? '';
  return new Map(
    numbers.flatMap((number) => {
      const others = uses.filter((one) => one.numbers.includes(number)).map((one) => ({ name: nameOf(one.provider) }));
      return others.length === 0 ? [] : [[number, others] as const];
    }),
  );
}
