import { CircleCheck, CircleX, Copy, Key, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useShell, type ExplainResponse, type ExplainReason } from '../../client/index.ts';
import { textOf } from '../../fields/values/index.ts';
import { useRecordNamesById } from '../../headless/index.ts';
import { Button, Icon, t } from '../../kit/index.ts';

type TeamNames = ReadonlyMap<string, string>;

/** Index of the deciding reason: the marked one, or the last one of a refusal. */
function findDecidingIndex(reasons: readonly ExplainReason[], allowed: boolean): number {
  const marked = reasons.findIndex((reason) => reason.decides === true);
  return marked !== -1 || allowed ? marked : reasons.length - 1;
}

function sourceOf({ role, team }: ExplainReason, teams: TeamNames): string {
  return [
    role === undefined ? [] : t('views.explain.role', { role }),
    team === undefined ? [] : t('views.explain.team', { team: teams.get(team) ?? team }),
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
      <span className="mv-reason-verdict">{t(decides ? 'views.explain.decides' : 'views.explain.passes')}</span>
    </li>
  );
}

function Grant({ grant, teams }: { readonly grant: NonNullable<ExplainResponse['grant']>; readonly teams: TeamNames }) {
  const value = textOf(grant.value);
  const isOwner = grant.kind === 'owner';
  const text = isOwner
    ? t('views.explain.grantOwner')
    : grant.kind === 'team'
      ? t('views.explain.grantTeam', { value: teams.get(value) ?? value })
      : t('views.explain.grantRole', { property: grant.property, value, role: grant.role ?? '' });
  return (
    <div className="mv-grant">
      <p className="mv-grant-title">{t('views.explain.smallest')}</p>
      <div className="mv-grant-card">
        <Icon of={isOwner ? UserCheck : Key} />
        <span>
          <strong>{text}</strong>
          <span className="mv-reason-source">{t(isOwner ? 'views.explain.grantOwnerHelp' : 'views.explain.grantHelp')}</span>
        </span>
      </div>
    </div>
  );
}

/** The evaluated rules, with the deciding one highlighted, and the smallest change that would allow the action. */
export function Explanation({ explanation }: { readonly explanation: ExplainResponse }) {
  const teams = useTeamNames(explanation);
  const [copied, setCopied] = useState(false);
  const at = findDecidingIndex(explanation.reasons, explanation.allowed);
  const text = explanation.reasons
    .map((reason, index) => `${index === at ? '✗' : '✓'} ${reason.text} ${sourceOf(reason, teams)}`.trim())
    .join('\n');
  if (explanation.allowed) return <p className="mv-explain-text">{t('views.explain.allowed')}</p>;
  return (
    <>
      <ul className="mv-reasons">
        {explanation.reasons.map((reason, index) => (
          <Reason key={`${reason.rule}-${index}`} reason={reason} source={sourceOf(reason, teams)} decides={index === at} />
        ))}
      </ul>
      {explanation.grant && <Grant grant={explanation.grant} teams={teams} />}
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
          {t(copied ? 'views.explain.copied' : 'views.explain.copy')}
        </Button>
        <span>{t('views.explain.checked')}</span>
      </p>
    </>
  );
}
