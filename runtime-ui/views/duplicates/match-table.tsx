import { t } from '../../kit/index.ts';
import type { MatchListProps, ShownMatch } from './match-details.ts';
import { MatchReasons, MatchScore, useMatchChoice } from './match-parts.tsx';

function MatchRows({
  match,
  describeMatch,
  span,
  ...choice
}: Omit<MatchListProps, 'matches' | 'label'> & { readonly match: ShownMatch; readonly span: number }) {
  const { box, around } = useMatchChoice(match, choice);
  const { line = '', note, cells = [] } = describeMatch(match);
  return (
    <tbody {...around}>
      <tr>
        <td rowSpan={2} className="md-box">
          {box}
        </td>
        <th scope="row">
          <span className="md-match-name">{match.name}</span>
          {line !== '' && <span className="md-match-line">{line}</span>}
        </th>
        {cells.map((cell, at) => (
          <td key={at} className="md-cell ms-tabular">
            {cell}
          </td>
        ))}
        <td className="md-score-cell">
          <MatchScore score={match.score} />
        </td>
      </tr>
      <tr>
        <td colSpan={span}>
          <MatchReasons reasons={match.reasons} note={note} />
        </td>
      </tr>
    </tbody>
  );
}

/** Matches in a table: name, the columns of the rule, and score. */
export function MatchTable({ label, matches, columns, ...rest }: MatchListProps & { readonly columns: readonly string[] }) {
  return (
    <table className="md-table" aria-label={label}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('views.duplicates.name')}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col" className="md-score-cell">
            {t('views.duplicates.similarity')}
          </th>
        </tr>
      </thead>
      {matches.map((match) => (
        <MatchRows key={match._id} match={match} span={columns.length + 2} {...rest} />
      ))}
    </table>
  );
}
