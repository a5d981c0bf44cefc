import type { JsonObject, JsonValue, ModuleView } from '#engine/model';

/** The fields of a record that are read here. */
export type StoredRecord = Readonly<Record<string, JsonValue | undefined>>;

/** A figure of each group: the number of records, or one of a field. */
interface Measure {
  readonly name: string;
  readonly kind: 'count' | 'sum' | 'avg';
  readonly field?: string;
}

/** The body of `POST <module>/group`. */
export interface GroupQuery {
  readonly by: readonly { readonly field: string }[];
  readonly measures: readonly Measure[];
  readonly searchTerms: JsonObject;
}

/** The first day of the period that contains a day (`YYYY-MM-DD`); weeks start on Sunday. Undefined: all time. */
export function startOfSpan(span: JsonValue | undefined, today: string): string | undefined {
  if (span === 'day') return today;
  if (span === 'month') return `${today.slice(0, 7)}-01`;
  if (span === 'year') return `${today.slice(0, 4)}-01-01`;
  if (span !== 'week') return undefined;
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - day.getUTCDay());
  return day.toISOString().slice(0, 10);
}

/** The scores of a leaderboard, by person or by team. */
export function buildLeaderboardQuery(module: ModuleView, board: StoredRecord, today: string): GroupQuery {
  const owner = typeof board['ownerField'] === 'string' && board['ownerField'] !== '' ? board['ownerField'] : 'assigned_to';
  const ranksTeams = board['leaderboard_type'] === 'team' && module.fields.some(({ fieldName }) => fieldName === 'teams');
  const { functionType: kind, functionField: field } = board;
  const isFigure = (kind === 'sum' || kind === 'avg') && typeof field === 'string' && field !== '';
  const start = startOfSpan(board['timeSpan'], today);
  return {
    by: [{ field: ranksTeams ? 'teams' : owner }],
    measures: [isFigure ? { name: 'score', kind, field } : { name: 'score', kind: 'count' }],
    searchTerms: start === undefined ? {} : { createdAt: { range: { gte: start } } },
  };
}
