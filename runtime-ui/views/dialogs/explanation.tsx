import { CircleCheck, CircleX, Copy, Key, UserCheck } from 'lucide-react';
import { useState } from 'react';
import type { AccessExplanation, AccessGrant, AccessReason } from '#engine/model/wire';
import { useShell, type ExplainQuery } from '../../client/index.ts';
import { Button, Icon, t } from '../../kit/index.ts';
import { GrantAction, useGrantReader, type ExplainedUser } from './grant-action.tsx';
import { describeGrant, useTeamNames, type TeamNames } from './grant-words.ts';

/** Index of the deciding reason: the marked one, or the last one of a refusal. */
function findDecidingIndex(reasons: readonly AccessReason[], allowed: boolean): number {
  const marked = reasons.findIndex(({ decides }) => decides);
  return marked !== -1 || allowed ? marked : reasons.length - 1;
}

function sourceOf({ role, team }: AccessReason, teams: TeamNames): string {
  return [
    role === undefined ? [] : t('views.explained.role', { role }),
    team === undefined ? [] : t('views.explained.team', { team: teams.get(team) ?? team }),
  ]
    .flat()
    .join(', ');
}

function Reason({ reason, source, decides }: { readonly reason: AccessReason; readonly source: string; readonly decides: boolean }) {
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

const EFFECT = {
  owner: 'views.explained.grantOwnerHelp',
  team: 'views.explained.grantTeamHelp',
  role: 'views.explained.grantRoleHelp',
} as const;

interface GrantCardProps {
  readonly grant: AccessGrant;
  readonly teams: TeamNames;
  readonly about: ExplainedUser | undefined;
}

function GrantCard({ grant, teams, about }: GrantCardProps) {
  const isOwner = grant.kind === 'owner';
  const help = about === undefined ? (isOwner ? EFFECT.owner : 'views.explained.grantHelp') : EFFECT[grant.kind];
  return (
    <div className="mv-grant">
      <p className="mv-grant-title">{t('views.explained.smallest')}</p>
      <div className="mv-grant-card">
        <Icon of={isOwner ? UserCheck : Key} />
        <span className="mv-spacer">
          <strong>{describeGrant(grant, teams, about?.name)}</strong>
          <span className="mv-reason-source">{t(help)}</span>
        </span>
        {about !== undefined && <GrantAction grant={grant} about={about} />}
      </div>
    </div>
  );
}

/** The user as whom a System Admin acts: what they read is about this user. */
function useActingUser(query: ExplainQuery): ExplainedUser | undefined {
  const user = useShell().data?.user;
  const reader = useGrantReader();
  if (reader !== 'impersonator' || user === undefined) return undefined;
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  return { _id: user._id, name, recordId: query.id, onChanged: () => undefined };
}

interface ExplanationProps {
  readonly explanation: AccessExplanation;
  readonly query: ExplainQuery;
  /** The user whom it is about, if a System Admin reads it, who can make the change. */
  readonly about?: ExplainedUser | undefined;
}

/** The evaluated rules, with the deciding one highlighted, and the smallest change that would allow the action. */
export function Explanation({ explanation, query, about: named }: ExplanationProps) {
  const { reasons, grant, allowed } = explanation;
  const acting = useActingUser(query);
  const about = named ?? acting;
  const teams = useTeamNames(
    [...reasons.map(({ team }) => team), grant?.kind === 'team' ? grant.value : undefined].filter((id) => typeof id === 'string'),
  );
  const [copied, setCopied] = useState(false);
  const at = findDecidingIndex(reasons, allowed);
  const text = reasons
    .map((reason, index) => `${index === at && !allowed ? '✗' : '✓'} ${reason.text} ${sourceOf(reason, teams)}`.trim())
    .join('\n');
  if (allowed && about === undefined) return <p className="mv-explain-text">{t('views.explained.allowed')}</p>;
  return (
    <>
      {allowed && <p className="mv-explain-text">{t('views.explained.isAllowed', { name: about?.name ?? '' })}</p>}
      <ul className="mv-reasons">
        {reasons.map((reason, index) => (
          <Reason key={`${reason.rule}-${index}`} reason={reason} source={sourceOf(reason, teams)} decides={index === at && !allowed} />
        ))}
      </ul>
      {grant && <GrantCard grant={grant} teams={teams} about={about} />}
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
