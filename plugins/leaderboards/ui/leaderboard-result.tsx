import { toText, type ModuleView } from '#engine/model';
import { EmptyState, ErrorState, localDay, SkeletonRows, useModuleView, useRecordGroups, type RecordData, type SlotProps } from '#ui';
import { buildLeaderboardQuery } from '../shared/leaderboard-query.ts';
import { formatScore, useGroupLabels } from './group-labels.ts';
import { ResultTable } from './result-table.tsx';
import { tLeaderboards } from './texts.ts';

const DEFAULT_PLACES = 10;

function Scores({ module, board }: { readonly module: ModuleView; readonly board: RecordData }) {
  const query = buildLeaderboardQuery(module, board, localDay(new Date()));
  const { data, error, refetch } = useRecordGroups(module, query);
  const groups = (data?.data ?? []).filter(({ keys: [key = null], measures }) => key !== null && measures['score'] !== null);
  const labelOf = useGroupLabels(module, query.by[0]?.field ?? '', groups);
  if (error) return <ErrorState title={tLeaderboards('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={6} />;
  if (groups.length === 0) return <EmptyState title={tLeaderboards('noScores')} help={tLeaderboards('noScoresHelp')} />;
  const places = typeof board['places'] === 'number' ? board['places'] : DEFAULT_PLACES;
  const ranked = [...groups].sort((one, other) => (other.measures['score'] ?? 0) - (one.measures['score'] ?? 0)).slice(0, places);
  const scores = ranked.map(({ measures }) => measures['score'] ?? 0);
  const round = (score: number) => (board['no_format'] === true ? Math.round(score) : score);
  const rows = ranked.map((group, at) => ({
    id: JSON.stringify(group.keys),
    // Equal scores share a place.
    cells: [
      String(scores.indexOf(scores[at] ?? 0) + 1),
      labelOf(group),
      formatScore(module, query.measures[0]?.field, round(scores[at] ?? 0)),
    ],
  }));
  const field = query.by[0]?.field ?? '';
  const columns = [
    { id: 'place', label: tLeaderboards('place') },
    { id: field, label: module.fields.find(({ fieldName }) => fieldName === field)?.label ?? field },
    { id: 'score', label: tLeaderboards('score'), isFigure: true },
  ];
  return <ResultTable label={toText(board['title'] ?? board['name'])} columns={columns} rows={rows} />;
}

function Board({ name, board }: { readonly name: string; readonly board: RecordData }) {
  const { data: module, error, refetch } = useModuleView(name);
  if (error?.status === 403 || error?.status === 404)
    return <EmptyState title={tLeaderboards('noModule')} help={tLeaderboards('noModuleHelp')} />;
  if (error) return <ErrorState title={tLeaderboards('failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  return module === undefined ? <SkeletonRows rows={6} /> : <Scores module={module} board={board} />;
}

/** The ranking of a leaderboard, as a table. */
export function LeaderboardResult({ record }: SlotProps<'record'>) {
  return <LeaderboardScores record={record} />;
}

/** The same without the page of a record. */
export function LeaderboardScores({ record }: Pick<SlotProps<'record'>, 'record'>) {
  const name = record['related_module'];
  return (
    <div className="lb-result">
      {typeof name === 'string' && name !== '' ? (
        <Board name={name} board={record} />
      ) : (
        <EmptyState title={tLeaderboards('noModule')} help={tLeaderboards('noModuleHelp')} />
      )}
    </div>
  );
}
