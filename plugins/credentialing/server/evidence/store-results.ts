import { paginateRecords, SYSTEM_ACTOR, type PluginJobContext, type VisibleRecord } from '#engine';
import { addDays, digestKey, toText, type JsonObject } from '#engine/model';
import type { ExcludedPerson, ExclusionScore } from '../../shared/evidence-exclusion.ts';

/** A possible match. */
export interface FoundMatch extends ExclusionScore {
  readonly provider: string;
  readonly person: ExcludedPerson;
}

/** Records of one call. */
const CHUNK = 1_000;
/** New matches that a notification names; the others are in the list as well. */
const MOST_NAMED = 100;

/** The name of the plugin is in the audit log. */
const ACTOR = { ...SYSTEM_ACTOR, name: 'credentialing' } as const;

/**
 * Stores matches by provider and listed person: a known one keeps its decision. One that was decided as another person is open again if the
 * score is higher now, such as after a birth date was entered. Matches that are not on the list any more say so.
 */
export async function storeMatches(context: PluginJobContext, list: string, matches: readonly FoundMatch[]): Promise<void> {
  const created: string[] = [];
  for (let from = 0; from < matches.length; from += CHUNK) {
    const chunk = matches.slice(from, from + CHUNK);
    const known = await findKnown(context, chunk.map(keyOf));
    const names = await readNames(context, chunk);
    const rows = chunk.map((match) => ({ ...fieldsOf(list, match, names), ...decisionOf(match, known.get(keyOf(match))) }));
    const { ids } = await context.records.saveMany(ACTOR, {
      module: 'exclusionMatches',
      mode: 'upsert',
      key: ['match_key'],
      records: rows,
    });
    for (const [index, id] of ids.entries()) {
      const match = chunk[index];
      if (id !== null && match !== undefined && !known.has(keyOf(match))) created.push(id);
    }
  }
  await markGone(context, list);
  for (const record of created.slice(0, MOST_NAMED))
    await context.notify({
      kind: 'exclusion_matches',
      to: { whoMayEdit: 'decision' },
      module: 'exclusionMatches',
      record,
      key: `matches/${list}`,
      by: null,
    });
}

/** The same person of the next list has the same key. */
function keyOf({ provider, person }: FoundMatch): string {
  const { lastName, firstName, middleName, birthDate, npi, type, excludedOn } = person;
  return `${provider}/${digestKey([lastName, firstName, middleName, birthDate, npi, type, excludedOn].join('|').toUpperCase())}`;
}

async function findKnown({ records }: PluginJobContext, keys: readonly string[]): Promise<ReadonlyMap<string, VisibleRecord>> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'exclusionMatches',
    filter: { match_key: { in: [...keys] } },
    limit: CHUNK,
    totalLimit: 1,
  });
  return new Map(data.map((record) => [toText(record['match_key']), record]));
}

async function readNames({ records }: PluginJobContext, matches: readonly FoundMatch[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(matches.map(({ provider }) => provider))];
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'providers',
    filter: { _id: { in: ids } },
    fields: ['name'],
    limit: CHUNK,
    totalLimit: 1,
  });
  return new Map(data.map((record) => [record._id, toText(record['name'])]));
}

function fieldsOf(list: string, match: FoundMatch, names: ReadonlyMap<string, string>): JsonObject {
  const { person, provider } = match;
  const listed = [person.firstName, person.middleName, person.lastName].filter((part) => part !== '').join(' ');
  return {
    match_key: keyOf(match),
    name: `${names.get(provider) ?? ''} – ${listed}`.slice(0, 1_000),
    ...{ provider, exclusion_list: list, on_current_list: true, score: match.score, reasons: [...match.reasons] },
    listed_name: listed.slice(0, 1_000),
    listed_birth_date: person.birthDate || null,
    listed_number: person.npi || null,
    listed_address: person.address.slice(0, 1_000) || null,
    listed_specialty: person.specialty.slice(0, 1_000) || null,
    exclusion_type: person.type.slice(0, 1_000) || null,
    excluded_on: person.excludedOn || null,
    waived_on: person.waivedOn || null,
  };
}

function decisionOf({ score }: FoundMatch, known: VisibleRecord | undefined): JsonObject {
  if (known === undefined) return { decision: 'Open' };
  const isWeaker = known['decision'] === 'Other person' && Number(known['decided_score'] ?? score) < score;
  return isWeaker ? { decision: 'Open' } : {};
}

async function markGone({ records }: PluginJobContext, list: string): Promise<void> {
  for (;;) {
    const { ids } = await records.findIds(SYSTEM_ACTOR, {
      module: 'exclusionMatches',
      filter: { on_current_list: true, not: { exclusion_list: list } },
      limit: CHUNK,
    });
    if (ids.length === 0) return;
    const { done } = await records.updateMany(ACTOR, { module: 'exclusionMatches', ids, fields: { on_current_list: false } });
    if (done.length === 0) return;
  }
}

/**
 * Evidence for each provider who works and has no match that is open or decided as the same person: a check of the exclusion list with the
 * result Clear, once for each list. It is repeated with the next list.
 */
export async function storeClearChecks(
  context: PluginJobContext,
  list: { readonly id: string; readonly source: string; readonly day: string },
): Promise<void> {
  const matched = await listMatched(context, ['Open', 'Same person']);
  // What was clear is open again.
  await replaceChecks(context, [...(await listMatched(context, ['Open']))]);
  const recheck_on = addDays(list.day, Number(context.setting('evidence_recheck_days')));
  const filter: JsonObject = { not: { status: 'Inactive' } };
  for await (const page of paginateRecords(context, { module: 'providers', filter, fields: ['name', 'assigned_to'] })) {
    context.signal.throwIfAborted();
    const clear = page.filter(({ _id }) => !matched.has(_id));
    const known = await findChecked(
      context,
      clear.map(({ _id }) => `${list.id}/${_id}`),
    );
    const rows = clear
      .filter(({ _id }) => !known.has(`${list.id}/${_id}`))
      .map(
        (provider): JsonObject => ({
          check_key: `${list.id}/${provider._id}`,
          name: `Exclusion list – ${toText(provider['name'])}`.slice(0, 1_000),
          ...{ provider: provider._id, kind: 'Exclusion list', source: list.source, result: 'Clear', checked_on: list.day, recheck_on },
          assigned_to: toText(provider['assigned_to']) || null,
        }),
      );
    if (rows.length === 0) continue;
    await replaceChecks(
      context,
      rows.map((row) => toText(row['provider'])),
    );
    await context.records.createMany(ACTOR, { module: 'evidenceChecks', records: rows, quiet: true });
  }
}

async function listMatched(context: PluginJobContext, decisions: readonly string[]): Promise<ReadonlySet<string>> {
  const matched = new Set<string>();
  const filter: JsonObject = { decision: { in: [...decisions] }, on_current_list: true };
  for await (const page of paginateRecords(context, { module: 'exclusionMatches', filter, fields: ['provider'] }))
    for (const match of page) matched.add(toText(match['provider']));
  return matched;
}

async function findChecked({ records }: PluginJobContext, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'evidenceChecks',
    filter: { check_key: { in: [...keys] } },
    fields: ['check_key'],
    limit: Math.max(1, keys.length),
    totalLimit: 1,
  });
  return new Set(data.map((record) => toText(record['check_key'])));
}

/** The earlier checks of the exclusion list of these providers, which do not count any more. */
async function replaceChecks({ records }: PluginJobContext, providers: readonly string[]): Promise<void> {
  for (let from = 0; from < providers.length; from += CHUNK) {
    const { ids } = await records.findIds(SYSTEM_ACTOR, {
      module: 'evidenceChecks',
      filter: { provider: { in: providers.slice(from, from + CHUNK) }, kind: 'Exclusion list', not: { superseded: true } },
    });
    for (let at = 0; at < ids.length; at += CHUNK)
      await records.updateMany(ACTOR, {
        module: 'evidenceChecks',
        ids: ids.slice(at, at + CHUNK),
        fields: { superseded: true },
        quiet: true,
      });
  }
}
