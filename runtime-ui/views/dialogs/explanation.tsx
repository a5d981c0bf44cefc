import { CircleCheck, CircleX, Copy, Key, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage, useShell, type ExplainResponse, type ExplainReason } from '../../client/index.ts';
import { textOf } from '../../fields/values/index.ts';
import { useRecordNamesById } from '../../headless/index.ts';
import { Button, Icon, showNotice, showTransientError, t } from '../../kit/index.ts';

type Grant = NonNullable<ExplainResponse['grant']>;

/** The user whose access is explained to a System Admin. */
export interface ExplainedUser {
  readonly name: string;
  /** Makes the change that would allow the action. */
  readonly onApply: (grant: Grant) => Promise<unknown>;
}

type TeamNames = ReadonlyMap<string, string>;

/** Index of the deciding reason: the marked one, or the last one of a refusal. */
function findDecidingIndex(reasons: readonly ExplainReason[], allowed: boolean): number {
  const marked = reasons.findIndex((reason) => reason.decides === true);
  return marked !== -1 || allowed ? marked : reasons.length - 1;
}

function sourceOf({ role, team }: ExplainReason, teams: TeamNames): string {
  return [
    role === undefined ? [] : t('views.explained.role', { role }),
    team === undefined ? [] : t('views.explained.team', { team: teams.get(team) ?? team }),
  ]
    .flat()
    .join(', ');
}

/** Names of the teams, which rules identify by id. The user's own teams are known; the others are loaded. */
function useTeamNames({ reasons, grant }: ExplainResponse): TeamNames {
  const own = useShell().data?.teams.map((team) => [team._id, team.name] as const) ?? [];
  const named = [...reasons.map((reason) => reason.team), grant?.kind === 'team' ? grant.value : undefined].filter(
    (id) => typeof id === 'string',
  );
  const known = new Map(own);
  return new Map([
    ...useRecordNamesById(
      'teams',
      named.filter((id) => !known.has(id)),
    ),
    ...known,
  ]);
}

function Reason({ reason, source, decides }: { readonly reason: ExplainReason; readonly source: string; readonly decides: boolean }) {
  return (
    <li className={`mv-reason ${decides ? 'mv-reason-decides' : ''}`}>
      <Icon of={decides ? CircleX : CircleCheck} />
      <span className="mv-reason-text">
        <span>{reason.text}</span>
        {source !== '' && <span className="mv-reason-source">{source}</span>}
      </span>
      <span className="mv-reason-verdict">{t(decides ? 'views.explained.decides' : 'views.explained.passes')}</span>
    </li>
  );
}

/** The grant in words, for the user themselves or, by name, for another user. */
function describeGrant(grant: Grant, teams: TeamNames, name: string | undefined): string {
  const value = textOf(grant.value);
  if (grant.kind === 'owner') return name === undefined ? t('views.explained.grantOwner') : t('views.explained.grantOwnerTo', { name });
  if (grant.kind !== 'team') return t('views.explained.grantRole', { property: grant.property, value, role: grant.role ?? '' });
  const team = teams.get(value) ?? value;
  return name === undefined ? t('views.explained.grantTeam', { value: team }) : t('views.explained.grantTeamTo', { name, value: team });
}

const EFFECT = {
  owner: 'views.explained.grantOwnerHelp',
  team: 'views.explained.grantTeamHelp',
  role: 'views.explained.grantRoleHelp',
} as const;

function GrantCard({
  grant,
  teams,
  about,
}: {
  readonly grant: Grant;
  readonly teams: TeamNames;
  readonly about: ExplainedUser | undefined;
}) {
  const isOwner = grant.kind === 'owner';
  const [isBusy, setBusy] = useState(false);
  const help = about === undefined ? (isOwner ? EFFECT.owner : 'views.explained.grantHelp') : EFFECT[grant.kind];
  const apply = () => {
    setBusy(true);
    about
      ?.onApply(grant)
      .then(
        () => showNotice({ text: t('views.explained.applied') }),
        (error: unknown) => showTransientError(getErrorMessage(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <div className="mv-grant">
      <p className="mv-grant-title">{t('views.explained.smallest')}</p>
      <div className="mv-grant-card">
        <Icon of={isOwner ? UserCheck : Key} />
        <span className="mv-spacer">
          <strong>{describeGrant(grant, teams, about?.name)}</strong>
          <span className="mv-reason-source">{t(help)}</span>
        </span>
        {about !== undefined && (grant.kind !== 'role' || grant.role !== undefined) && (
          <Button size="sm" variant="primary" loading={isBusy} onClick={apply}>
            {t('views.explained.apply')}
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * The evaluated rules, with the deciding one highlighted, and the smallest change that would allow the action. `about` is the user whom it
 * is about, if a System Admin reads it, who can then make the change.
 */
export function Explanation({ explanation, about }: { readonly explanation: ExplainResponse; readonly about?: ExplainedUser }) {
  const teams = useTeamNames(explanation);
  const [copied, setCopied] = useState(false);
  const at = findDecidingIndex(explanation.reasons, explanation.allowed);
  const text = explanation.reasons
    .map((reason, index) => `${index === at && !explanation.allowed ? '✗' : '✓'} ${reason.text} ${sourceOf(reason, teams)}`.trim())
    .join('\n');
  if (explanation.allowed && about === undefined) return <p className="mv-explain-text">{t('views.explained.allowed')}</p>;
  return (
    <>
      {explanation.allowed && <p className="mv-explain-text">{t('views.explained.isAllowed', { name: about?.name ?? '' })}</p>}
      <ul className="mv-reasons">
        {explanation.reasons.map((reason, index) => (
          <Reason
            key={`${reason.rule}-${index}`}
            reason={reason}
            source={sourceOf(reason, teams)}
            decides={index === at && !explanation.allowed}
          />
        ))}
      </ul>
      {explanation.grant && <GrantCard grant={explanation.grant} teams={teams} about={about} />}
      <p className="mv-explain-foot">
        <Button
          variant="quiet"
          size="xs"
          icon={Copy}
          onClick={() =>
            void navigator.clipboard?.writeText(text).then(
              () => setCopied(true),
              () => undefined,
            )
          }
        >
          {t(copied ? 'views.explained.copied' : 'views.explained.copy')}
        </Button>
        <span>{t('views.explained.checked')}</span>
      </p>
    </>
  );
}
