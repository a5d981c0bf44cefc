import { Checkbox } from '@mantine/core';
import { Check, Minus } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { DuplicateReason } from '#engine/model/similarity';
import { Icon, t } from '../../kit/index.ts';
import type { MatchListProps, ShownMatch } from './match-details.ts';

/** From 90 on it is almost certainly the same record; under 70 it is doubtful. */
function toneOf(score: number): 'high' | 'middle' | 'low' {
  if (score >= 90) return 'high';
  return score >= 70 ? 'middle' : 'low';
}

/** The similarity score as a number and a bar. */
export function MatchScore({ score }: { readonly score: number }) {
  return (
    <span className="md-score" data-tone={toneOf(score)}>
      <span className="ms-visually-hidden">{t('views.duplicates.alike', { score })}</span>
      <span aria-hidden className="md-percent">
        {score}
        <span className="md-sign">%</span>
      </span>
      <span aria-hidden className="md-bar">
        <span style={{ width: `${score}%` }} />
      </span>
    </span>
  );
}

/** The reasons for and against a match. */
export function MatchReasons({ reasons, note }: { readonly reasons: readonly DuplicateReason[]; readonly note: string | undefined }) {
  return (
    <ul className="md-reasons">
      {reasons.map(({ text, speaksFor }) => (
        <li key={text} className={speaksFor ? 'md-reason md-for' : 'md-reason md-against'}>
          <Icon of={speaksFor ? Check : Minus} size={12} />
          <span className="ms-visually-hidden">
            {t(speaksFor ? 'views.duplicates.speaksFor' : 'views.duplicates.speaksAgainst', { reason: '' })}
          </span>
          {text}
        </li>
      ))}
      {note !== undefined && <li className="ms-tag">{note}</li>}
    </ul>
  );
}

/** The checkbox that selects a match for the merge, and the props of its container: a click anywhere in it does the same. */
export function useMatchChoice({ _id, name }: ShownMatch, { chosen, onChoose }: Pick<MatchListProps, 'chosen' | 'onChoose'>) {
  const isChosen = chosen.includes(_id);
  return {
    box: (
      <Checkbox
        aria-label={t('views.duplicates.choose', { name })}
        checked={isChosen}
        onChange={(event) => onChoose(_id, event.currentTarget.checked)}
      />
    ),
    around: {
      'data-chosen': isChosen || undefined,
      onClick: (event: MouseEvent) => {
        if (!(event.target instanceof HTMLInputElement)) onChoose(_id, !isChosen);
      },
    },
  };
}
