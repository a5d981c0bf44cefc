import { createHash } from 'node:crypto';
import type { Rights } from '../../access/index.ts';
import type { StorePort } from '../../ports/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { allOf } from '#engine/model/filter';
import type { JsonValue, RecordDraft } from '#engine/model/values';
import { findModule } from '../access/record-access.ts';
import { notDeleted } from '../module-metadata.ts';
import { parseTrusted } from './unit-reader.ts';
import type { SaveAttempt, SaveRequest, Turn, WriteContext } from './write-context.ts';

/** Maximum number of users who take turns. */
const MAX_USERS = 1000;

/** Concurrent reads of the rights of users. */
const CONCURRENCY = 20;

/** Turns of saves that were refused after they had one, by sequence: the next saves of this process take them first. */
const returned = new WeakMap<StorePort, Map<string, number[]>>();

/**
 * The next of the active users who match a trusted filter and may own the record, in turn: each set of such users has a sequence of
 * its own, which all processes share. All attempts of a save have the same turn. Errors: `filter_invalid`, of the store.
 */
export async function findUserInTurn(
  attempt: SaveAttempt,
  { module, id }: SaveRequest,
  draft: RecordDraft,
  { series, filter }: { readonly series: string; readonly filter: JsonValue },
): Promise<string | undefined> {
  const users = await listPossibleOwners(attempt, module, { ...draft, _id: id, _version: 1 }, filter);
  if (users.length === 0) return undefined;
  const sequence = `${series}.${createHash('sha256').update(users.join()).digest('hex').slice(0, 32)}`;
  const { number } = await takeTurn(attempt, id, sequence);
  return users[(number - 1) % users.length];
}

/** The users who match the filter and may own the record, in the order of their ids. */
async function listPossibleOwners(
  attempt: SaveAttempt,
  module: CompiledModule,
  record: RecordDraft & { readonly _id: string; readonly _version: number },
  filter: JsonValue,
): Promise<readonly string[]> {
  const { store, access } = attempt.services;
  const users = findModule(attempt.scope, 'users');
  const found = await store.findIds({
    collection: users.storage.name,
    filter: allOf([parseTrusted(attempt, users, { and: [filter, { active: true }] }), ...notDeleted(users)]),
    sort: [],
    limit: MAX_USERS,
  });
  if (found.length === 0) return [];
  const versions = await store.versions();
  const owners: string[] = [];
  for (let start = 0; start < found.length; start += CONCURRENCY) {
    const part = found.slice(start, start + CONCURRENCY);
    const scopes = await Promise.all(part.map((userId) => access.scope(access.beginRequest({ kind: 'user', userId }, versions))));
    owners.push(...part.filter((userId, index) => mayOwn((scopes[index] as (typeof scopes)[number]).rights, module, record, userId)));
  }
  return owners;
}

/** Owners see their records whatever the teams; but nobody gets a record of teams that they are not in. */
function mayOwn(
  rights: Rights,
  module: CompiledModule,
  record: RecordDraft & { readonly _id: string; readonly _version: number },
  userId: string,
): boolean {
  if (!rights.active || rights.canSee(module, { ...record, assigned_to: userId }) === false) return false;
  const { teams } = record;
  if (!module.teamEnabled || rights.unrestricted || !Array.isArray(teams) || teams.length === 0) return true;
  return teams.some((team) => team === GLOBAL_TEAM_ID || rights.teams.includes(team as string));
}

/** The turn of a save: the one that it has already, one that a refused save returned, or the next one. */
async function takeTurn({ turns, services: { store } }: SaveAttempt, recordId: string, sequence: string): Promise<Turn> {
  const known = turns.get(recordId);
  if (known?.sequence === sequence) return known;
  const number = returned.get(store)?.get(sequence)?.shift() ?? (await store.reserveNumbers(sequence, 1));
  const turn = { sequence, number };
  turns.set(recordId, turn);
  return turn;
}

/** Returns the turn of a save that was refused, so that nobody is passed over. */
export function returnTurn({ turns, services: { store } }: WriteContext, recordId: string): void {
  const turn = turns.get(recordId);
  if (turn === undefined) return;
  turns.delete(recordId);
  const bySequence = returned.get(store) ?? new Map<string, number[]>();
  returned.set(store, bySequence);
  bySequence.set(turn.sequence, [...(bySequence.get(turn.sequence) ?? []), turn.number]);
}
