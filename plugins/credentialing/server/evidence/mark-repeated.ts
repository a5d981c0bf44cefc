import { SYSTEM_ACTOR, type EffectContext, type PluginContext, type VisibleRecord } from '#engine';
import { toText, type RecordOf } from '#engine/model';

/** Checks of one kind of a provider. */
const MOST_CHECKS = 1_000;

/** After a save of a check: of all checks of its kind and number of the provider, the latest one counts. */
export async function markRepeated({ event, record, records }: EffectContext<'evidenceChecks'>): Promise<void> {
  if (event.isBulkLoad) return;
  const [now, before] = [pairOf(record), pairOf(event.before)];
  if (now !== undefined) await markChecks({ records }, now);
  const isMoved = before !== undefined && (before.provider !== now?.provider || before.kind !== now.kind);
  if (isMoved) await markChecks({ records }, before);
}

interface Pair {
  readonly provider: string;
  readonly kind: string;
}

function pairOf(check: RecordOf<'evidenceChecks'> | undefined): Pair | undefined {
  const [provider, kind] = [toText(check?.provider), toText(check?.kind)];
  return provider === '' || kind === '' ? undefined : { provider, kind };
}

async function markChecks({ records }: Pick<PluginContext, 'records'>, pair: Pair): Promise<void> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'evidenceChecks',
    filter: { ...pair },
    sort: [{ sortField: 'checked_on', sortOrder: 'desc' }],
    limit: MOST_CHECKS,
    totalLimit: 1,
  });
  const latest = new Set<string>();
  for (const check of [...data].sort(compareChecks)) {
    const number = toText(check['number_key']);
    const isRepeated = latest.has(number);
    latest.add(number);
    if ((check['superseded'] === true) !== isRepeated)
      await records.update(SYSTEM_ACTOR, { module: 'evidenceChecks', id: check._id, fields: { superseded: isRepeated }, quiet: true });
  }
}

/** The latest one first; of one day, the one that was entered last. */
function compareChecks(one: VisibleRecord, two: VisibleRecord): number {
  return toText(two['checked_on']).localeCompare(toText(one['checked_on'])) || two._id.localeCompare(one._id);
}
