import { Avatar, StatusPill, type PillHue } from '../../kit/index.ts';
import type { MatchListProps, ShownMatch } from './match-details.ts';
import { MatchReasons, MatchScore, useMatchChoice } from './match-parts.tsx';

function MatchCard({ match, describeMatch, ...choice }: Omit<MatchListProps, 'matches' | 'label'> & { readonly match: ShownMatch }) {
  const { box, around } = useMatchChoice(match, choice);
  const { line = '', status, person = null, note } = describeMatch(match);
  return (
    <li>
      <div className="md-match" {...around}>
        {box}
        <Avatar name={match.name} size={32} />
        <div className="md-match-text">
          <span className="md-match-head">
            <span className="md-match-name">{match.name}</span>
            {status && <StatusPill label={status.label} hue={(status.hue ?? 'gray') as PillHue} />}
            {person !== null && (
              <span className="md-person">
                <Avatar name={person} size={18} />
                <span>{person}</span>
              </span>
            )}
          </span>
          {line !== '' && <span className="md-match-line">{line}</span>}
        </div>
        <MatchScore score={match.score} />
        <MatchReasons reasons={match.reasons} note={note} />
      </div>
    </li>
  );
}

/** Matches as cards: people, with their avatars. */
export function MatchCards({ label, matches, ...rest }: MatchListProps) {
  return (
    <ul className="md-matches" aria-label={label}>
      {matches.map((match) => (
        <MatchCard key={match._id} match={match} {...rest} />
      ))}
    </ul>
  );
}
