import { paginateRecords, SYSTEM_ACTOR, type PluginJobContext } from '#engine';
import { toText, today } from '#engine/model';
import { indexProviders, scoreExclusion, toComparedProvider, type ComparedProvider } from '../../shared/evidence-exclusion.ts';
import { normalizeNumber } from '../../shared/reading.ts';
import { readList, UnreadableList, type ListSummary } from './read-list.ts';
import { storeClearChecks, storeMatches, type FoundMatch } from './store-results.ts';

/** What a comparison found. */
export interface ListResult extends ListSummary {
  readonly providers: number;
  readonly matches: number;
}

/** More possible matches than people can decide. */
const MOST_MATCHES = 20_000;
/** Shown progress has steps of so many percent. */
const STEP = 10;

/**
 * Compares all providers with the people of a list. Matches are stored when the whole file was read, so that a file that cannot be read
 * changes nothing; a run that was lost begins again and changes nothing twice.
 * @throws an `UnreadableList`; errors of the store.
 */
export async function compareList(context: PluginJobContext, list: { readonly id: string; readonly source: string }): Promise<ListResult> {
  const providers = await readProviders(context);
  const findProviders = indexProviders(providers);
  const least = Number(context.setting('exclusion_match_score'));
  const found = new Map<string, FoundMatch>();
  const { content, size } = await context.files.open({ module: 'exclusionLists', id: list.id, field: 'file' });
  const summary = await readList(content, {
    onPerson: (person) => {
      for (const provider of findProviders(person)) {
        const match = { provider: provider.id, person, ...scoreExclusion(person, provider) };
        if (match.score >= least) found.set(`${provider.id} ${JSON.stringify(person)}`, match);
      }
      if (found.size > MOST_MATCHES)
        throw new UnreadableList('There are more than 20,000 possible matches. Raise the least score in the settings.');
    },
    onBytes: createProgress(context, list.id, size),
  });
  const matches = [...found.values()];
  await storeMatches(context, list.id, matches);
  await storeClearChecks(context, { ...list, day: today(context) });
  return { ...summary, providers: providers.length, matches: matches.length };
}

function createProgress({ records, progress, signal }: PluginJobContext, id: string, size: number): (bytes: number) => Promise<void> {
  let shown = 0;
  return async (bytes) => {
    signal.throwIfAborted();
    const percent = Math.floor((bytes / Math.max(1, size)) * (100 / STEP)) * STEP;
    if (percent <= shown || percent > 100) return;
    shown = percent;
    await progress(percent);
    await records.update(SYSTEM_ACTOR, { module: 'exclusionLists', id, fields: { progress: percent }, quiet: true });
  };
}

async function readProviders(context: PluginJobContext): Promise<readonly ComparedProvider[]> {
  const npis = await readNpis(context);
  const providers: ComparedProvider[] = [];
  const fields = ['first_name', 'last_name', 'birth_date'];
  for await (const page of paginateRecords(context, { module: 'providers', filter: {}, fields }))
    for (const record of page)
      providers.push(
        toComparedProvider({
          id: record._id,
          firstName: toText(record['first_name']),
          lastName: toText(record['last_name']),
          birthDate: toText(record['birth_date']),
          npis: npis.get(record._id) ?? [],
        }),
      );
  return providers;
}

/** The provider identifiers that were checked. */
async function readNpis(context: PluginJobContext): Promise<ReadonlyMap<string, readonly string[]>> {
  const npis = new Map<string, string[]>();
  for await (const page of paginateRecords(context, { module: 'evidenceChecks', filter: { kind: 'NPI' }, fields: ['provider', 'number'] }))
    for (const record of page) {
      const provider = toText(record['provider']);
      npis.set(provider, [...(npis.get(provider) ?? []), normalizeNumber(toText(record['number']))]);
    }
  return npis;
}
