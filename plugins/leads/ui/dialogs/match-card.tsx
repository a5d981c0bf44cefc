import { Checkbox } from '@mantine/core';
import { Check, Minus } from 'lucide-react';
import type { ModuleView } from '#engine/model';
import { Avatar, findDropdown, findField, Icon, StatusPill } from '#ui';
import type { DuplicateMatch } from '../../shared/duplicate-match.ts';
import { tLeads } from '../texts.ts';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' });

/** From 90 on it is hardly anyone else, under 70 it may well be. */
function toneOf(score: number): 'high' | 'middle' | 'low' {
  if (score >= 90) return 'high';
  return score >= 70 ? 'middle' : 'low';
}

/** A dropdown's value in words, as the module's definition has them. */
export function wordOf(module: ModuleView, fieldName: string, value: string | null): { readonly label: string; readonly hue: string | undefined } | undefined {
  if (value === null || value === '') return undefined;
  const field = findField(module, fieldName);
  const option = field && findDropdown(module, field)?.options.find((one) => one.value === value);
  return { label: option?.label ?? value, hue: option?.hue };
}

function Reason({ text, speaksFor }: { readonly text: string; readonly speaksFor: boolean }) {
  return (
    <li className={speaksFor ? 'ld-reason ld-for' : 'ld-reason ld-against'}>
      <Icon of={speaksFor ? Check : Minus} size={12} />
      <span className="ms-visually-hidden">{tLeads(speaksFor ? 'duplicates.speaksFor' : 'duplicates.speaksAgainst', { reason: '' })}</span>
      {text}
    </li>
  );
}

interface MatchCardProps {
  readonly module: ModuleView;
  readonly match: DuplicateMatch;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** A lead that may be the same: who it is, how alike, and why. */
export function MatchCard({ module, match, isChosen, onChoose }: MatchCardProps) {
  const status = wordOf(module, 'lead_status', match.lead_status);
  const place = [match.city, match.state].filter((part) => part !== null && part !== '').join(', ');
  const line = [wordOf(module, 'profession', match.profession)?.label, place].filter((part) => part !== undefined && part !== '').join(' · ');
  return (
    <li>
      <div className="ld-match" data-chosen={isChosen || undefined} onClick={(event) => { if (!(event.target instanceof HTMLInputElement)) onChoose(!isChosen); }}>
        <Checkbox aria-label={tLeads('duplicates.choose', { name: match.name })} checked={isChosen} onChange={(event) => onChoose(event.currentTarget.checked)} />
        <Avatar name={match.name} size={32} />
        <div className="ld-match-text">
          <span className="ld-match-head">
            <span className="ld-match-name">{match.name}</span>
            {status && <StatusPill label={status.label} hue={(status.hue ?? 'gray') as 'gray'} />}
            {match.assigned_to !== null && <span className="ld-person"><Avatar name={match.assigned_to} size={18} /><span>{match.assigned_to}</span></span>}
          </span>
          {line !== '' && <span className="ld-match-line">{line}</span>}
        </div>
        <span className="ld-score" data-tone={toneOf(match.score)}>
          <span className="ms-visually-hidden">{tLeads('duplicates.alike', { score: match.score })}</span>
          <span aria-hidden className="ld-percent">{match.score}<span className="ld-sign">%</span></span>
          <span aria-hidden className="ld-bar"><span style={{ width: `${match.score}%` }} /></span>
        </span>
        <ul className="ld-reasons">
          {match.reasons.map((reason) => <Reason key={reason.text} {...reason} />)}
          {match.updatedAt !== null && <li className="ms-tag">{tLeads('duplicates.touched', { month: MONTH.format(new Date(match.updatedAt)) })}</li>}
        </ul>
      </div>
    </li>
  );
}
