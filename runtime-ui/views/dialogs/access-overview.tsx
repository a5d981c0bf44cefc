import { ChevronDown, ChevronRight, MoveRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ComparedAccess, ComparedField, ComparedPermission, ComparedRight, RecordAction, ValueLevel } from '#engine/model/wire';
import { RECORD_ACTIONS } from '#engine/model/wire';
import type { ExplainQuery } from '../../client/index.ts';
import { Button, Icon, SearchInput, StatusPill, t, Tabs, type PillHue } from '../../kit/index.ts';
import { FieldValues, type ComparedValues } from './access-values.tsx';
import { ExplanationContent } from './explain-popover.tsx';
import { GrantAction, type ExplainedUser } from './grant-action.tsx';
import { describeGrant, useTeamNames, type TeamNames } from './grant-words.ts';
import '../styles/access-dialog.css';

const PAGE = 20;

/** Which fields are listed. */
const FILTERS = ['all', 'changed', 'hidden', 'read', 'write'] as const;
type Filter = (typeof FILTERS)[number];

const HUES: { readonly [level in ValueLevel]: PillHue } = { none: 'red', masked: 'violet', read: 'amber', write: 'green' };

export interface AccessOverviewProps {
  readonly access: ComparedAccess;
  readonly about: ExplainedUser;
  /** The states before and after are those without and with a draft. */
  readonly isCompared: boolean;
  /** The record as the user sees it; absent: no values are shown. */
  readonly values?: ComparedValues | undefined;
}

/** What a user may do with a record or a module: each action and each field with the rule that decides and the smallest change. */
export function AccessOverview({ access, about, isCompared, values }: AccessOverviewProps) {
  const grants = [...RECORD_ACTIONS.map((action) => access.rights[action].grant), ...access.fields.map(({ grant }) => grant)];
  const { permissions } = access;
  const teams = useTeamNames([...new Set(grants.flatMap((grant) => (grant?.kind === 'team' ? [String(grant.value)] : [])))]);
  const scope = { access, about, teams, isCompared, values };
  return (
    <div className="mv-overview">
      <section aria-label={t('views.explained.actionsTitle')}>
        <h3>{t('views.explained.actionsTitle')}</h3>
        <ul className="mv-overview-rows">
          {RECORD_ACTIONS.map((action) => (
            <ActionRow key={action} action={action} right={access.rights[action]} scope={scope} />
          ))}
        </ul>
      </section>
      <Fields scope={scope} />
      {permissions.length > 0 && (
        <section aria-label={t('views.explained.permissionsTitle')}>
          <h3>{t('views.explained.permissionsTitle')}</h3>
          <ul className="mv-overview-rows">
            {permissions.map((permission) => (
              <PermissionRow key={permission.name} permission={permission} scope={scope} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface Scope extends AccessOverviewProps {
  readonly teams: TeamNames;
}

interface ActionRowProps {
  readonly action: RecordAction;
  readonly right: ComparedRight;
  readonly scope: Scope;
}

function ActionRow({ action, right, scope: { access, ...scope } }: ActionRowProps) {
  const id = access.record?._id;
  const isOnRecord = id !== undefined && (action === 'view' || action === 'edit' || action === 'delete');
  const query = { module: access.module, action, ...(isOnRecord && { id }) };
  return <RightRow name={t(`views.explained.rights.${action}`)} query={query} right={right} scope={{ ...scope, access }} />;
}

function PermissionRow({ permission, scope }: { readonly permission: ComparedPermission; readonly scope: Scope }) {
  return <RightRow name={permission.label} query={{ permission: permission.name }} right={permission} scope={scope} />;
}

interface RightRowProps {
  readonly name: string;
  readonly query: ExplainQuery;
  readonly right: ComparedRight;
  readonly scope: Scope;
}

/** What a user has or has not. */
function RightRow({ name, query, right, scope }: RightRowProps) {
  const pill = (allowed: boolean) => (
    <StatusPill hue={allowed ? 'green' : 'red'} label={t(allowed ? 'views.explained.may' : 'views.explained.mayNot')} />
  );
  return (
    <Row
      name={name}
      query={query}
      why={right}
      scope={scope}
      before={pill(right.before)}
      after={pill(right.after)}
      isChanged={right.before !== right.after}
    />
  );
}

function FieldRow({ field, scope }: { readonly field: ComparedField; readonly scope: Scope }) {
  const pill = (level: ValueLevel) => <StatusPill hue={HUES[level]} label={t(`views.explained.valueLevels.${level}`)} />;
  const { module, record } = scope.access;
  const action = field.after === 'none' || field.after === 'masked' ? 'view' : 'edit';
  return (
    <Row
      name={field.label}
      query={{ module, action, field: field.name, ...(record !== null && { id: record._id }) }}
      why={field}
      value={scope.values && <FieldValues field={field} values={scope.values} isCompared={scope.isCompared} reader={scope.about.name} />}
      note={field.shown ? undefined : t('views.explained.notShown')}
      scope={scope}
      before={pill(field.before)}
      after={pill(field.after)}
      isChanged={field.before !== field.after}
    />
  );
}

interface RowProps {
  readonly name: string;
  readonly query: ExplainQuery;
  readonly why: Pick<ComparedRight, 'text' | 'textBefore' | 'grant'>;
  readonly note?: string | undefined;
  readonly value?: ReactNode;
  readonly scope: Scope;
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly isChanged: boolean;
}

function Row({ name, query, why, note, value, scope, before, after, isChanged }: RowProps) {
  const { about, teams, isCompared } = scope;
  const [isOpen, setOpen] = useState(false);
  const shows = isCompared && isChanged;
  return (
    <li className="mv-overview-row" data-changed={shows || undefined} aria-label={name}>
      <div className="mv-overview-name">
        {name}
        {value}
      </div>
      <span className="mv-overview-level">
        {shows && (
          <>
            {before}
            <Icon of={MoveRight} size={14} />
            <span className="ms-visually-hidden">{t('views.explained.withDraft')}</span>
          </>
        )}
        {after}
      </span>
      <div className="mv-overview-why">
        <p>{why.text}</p>
        {shows && why.textBefore !== why.text && (
          <p className="mv-reason-source">{t('views.explained.wasBefore', { text: why.textBefore })}</p>
        )}
        {note !== undefined && <p className="mv-reason-source">{note}</p>}
        {why.grant !== null && (
          <p className="mv-overview-grant">
            <span>{describeGrant(why.grant, teams, about.name)}</span>
            <GrantAction grant={why.grant} about={about} />
          </p>
        )}
      </div>
      <Button
        size="xs"
        variant="quiet"
        icon={isOpen ? ChevronDown : ChevronRight}
        aria-expanded={isOpen}
        aria-label={t('views.explained.rulesOf', { name })}
        onClick={() => setOpen(!isOpen)}
      >
        {t('views.explained.rules')}
      </Button>
      {isOpen && (
        <div className="mv-overview-rules">
          <ExplanationContent query={{ ...query, user: about._id }} about={about} />
        </div>
      )}
    </li>
  );
}

function isListed({ before, after }: ComparedField, filter: Filter): boolean {
  if (filter === 'all') return true;
  if (filter === 'changed') return before !== after;
  if (filter === 'hidden') return after === 'none' || after === 'masked';
  return after === filter;
}

/** Hidden fields first, then those that a change would open: they are what is asked about. What nobody may change comes last. */
function orderOf({ after, grant }: ComparedField): number {
  if (after === 'read') return grant === null ? 4 : 2;
  return { none: 0, masked: 1, write: 3 }[after];
}

function Fields({ scope }: { readonly scope: Scope }) {
  const { access, isCompared } = scope;
  const [filter, setFilter] = useState<Filter>('all');
  const [limit, setLimit] = useState(PAGE);
  const [words, setWords] = useState('');
  const fields = [...access.fields].sort((one, other) => orderOf(one) - orderOf(other));
  const wanted = words.trim().toLowerCase();
  const found = fields.filter((field) => isListed(field, filter) && field.label.toLowerCase().includes(wanted));
  const offered = FILTERS.filter((one) => one !== 'changed' || isCompared);
  return (
    <section aria-label={t('views.explained.fieldsTitle')}>
      <h3>{t('views.explained.fieldsTitle')}</h3>
      <SearchInput className="mv-overview-search" label={t('views.explained.findField')} value={words} onChange={setWords} />
      <Tabs
        look="box"
        label={t('views.explained.fieldsShown')}
        items={offered.map((one) => ({
          id: one,
          label: t(`views.explained.filters.${one}`),
          count: access.fields.filter((field) => isListed(field, one)).length,
        }))}
        selected={filter}
        onSelect={(next) => {
          setFilter(FILTERS.find((one) => one === next) ?? 'all');
          setLimit(PAGE);
        }}
      />
      {found.length === 0 && <p className="mv-explain-text">{t('views.explained.noField')}</p>}
      <ul className="mv-overview-rows">
        {found.slice(0, limit).map((field) => (
          <FieldRow key={field.name} field={field} scope={scope} />
        ))}
      </ul>
      {found.length > limit && (
        <Button size="sm" variant="quiet" onClick={() => setLimit(limit + PAGE)}>
          {t('views.explained.more', { count: found.length - limit })}
        </Button>
      )}
    </section>
  );
}
