import { Plus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useShell } from '../../../client/index.ts';
import { listAccountActions } from '../../../extensions/index.ts';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  Menu,
  PageHeader,
  Pager,
  SkeletonRows,
  t,
  usePageTitle,
} from '../../../kit/index.ts';
import { NewUserDialog, type NewUserKind } from './new-user-dialog.tsx';
import { PAGE, userRoute, useUsers, type UserFilters } from './people-queries.ts';
import { UserFilterBar } from './user-filter-bar.tsx';
import { UserMassActions } from './user-mass-actions.tsx';
import { UserTable } from './user-table.tsx';
import '../entries.css';
import './people.css';

const FILTERS = ['words', 'status', 'userType', 'role', 'team'] as const;

/** The filters in the address of the page, so that a filtered list can be linked to. */
function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters: UserFilters = {
    words: params.get('words') ?? '',
    status: params.get('status'),
    userType: params.get('userType'),
    role: params.get('role'),
    team: params.get('team'),
    page: Math.max(0, Number.parseInt(params.get('page') ?? '0', 10) || 0),
  };
  const change = (changed: Partial<UserFilters>) => {
    const next = { ...filters, page: 0, ...changed };
    const entries = Object.entries(next).filter(([, value]) => value !== null && value !== '' && value !== 0);
    setParams(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), { replace: true });
  };
  return {
    filters,
    change,
    isFiltered: FILTERS.some((name) => (filters[name] ?? '') !== ''),
    clear: () => setParams({}, { replace: true }),
  };
}

interface ListProps {
  readonly filters: UserFilters;
  readonly isFiltered: boolean;
  readonly onChange: (changed: Partial<UserFilters>) => void;
  readonly onClear: () => void;
  readonly onInvite: () => void;
}

function UserList({ filters, isFiltered, onChange, onClear, onInvite }: ListProps) {
  const { data, error, refetch } = useUsers(filters);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  if (error && data === undefined)
    return <ErrorState compact title={t('people.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={8} columns={5} height={48} />;
  if (data.data.length === 0)
    return (
      <EmptyState
        title={t(isFiltered ? 'people.noMatch' : 'people.none')}
        help={t(isFiltered ? 'people.noMatchHelp' : 'people.noneHelp')}
        actions={
          isFiltered ? (
            <Button onClick={onClear}>{t('people.clear')}</Button>
          ) : (
            <Button variant="primary" icon={Plus} onClick={onInvite}>
              {t('people.invite')}
            </Button>
          )
        }
      />
    );
  const last = Math.max(Math.ceil(data.total / PAGE) - 1, 0);
  return (
    <>
      <UserTable users={data.data} selected={selected} onSelect={setSelected} />
      {data.total > PAGE && (
        <Pager
          page={data.pageNumber}
          pageSize={PAGE}
          shown={data.data.length}
          total={data.total}
          onChange={(page) => onChange({ page: Math.min(page, last) })}
        />
      )}
      <UserMassActions ids={[...selected]} onDone={() => setSelected(new Set())} />
    </>
  );
}

const IMPORT_ROUTE = '/app/imports/new?module=users';
const KINDS: readonly NewUserKind[] = ['invite', 'register', 'temporary'];

interface AddProps {
  /** What is open: a kind of the product, or the id of an action of a plugin. */
  readonly onAdd: (adding: string) => void;
}

/** The ways to create a user: those of the product, and of plugins those that the user may use. */
function AddMenu({ onAdd }: AddProps) {
  const actions = useAccountActions();
  return (
    <Menu
      label={t('people.add')}
      groups={[
        { id: 'add', items: KINDS.map((kind) => ({ id: kind, label: t(`people.${kind}`), onSelect: () => onAdd(kind) })) },
        ...(actions.length === 0
          ? []
          : [{ id: 'plugins', items: actions.map(({ id, label }) => ({ id, label, onSelect: () => onAdd(id) })) }]),
        { id: 'import', items: [{ id: 'import', label: t('people.import'), href: IMPORT_ROUTE }] },
      ]}
      target={
        <Button variant="primary" size="sm" icon={UserPlus}>
          {t('people.add')}
        </Button>
      }
    />
  );
}

function useAccountActions() {
  const { data: shell } = useShell();
  return listAccountActions(shell?.permissions ?? []);
}

/** The dialog of what was chosen in the menu. */
function AddDialog({ adding, onClose }: { readonly adding: string; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const open = (id: string) => void navigate(userRoute(id));
  const kind = KINDS.find((one) => one === adding);
  const Action = useAccountActions().find(({ id }) => id === adding)?.component;
  if (kind !== undefined) return <NewUserDialog kind={kind} onDone={open} onClose={onClose} />;
  if (Action === undefined) return null;
  return <Action close={(id) => (id === undefined ? onClose() : open(id))} />;
}

/** `/admin/users`: who can sign in, as what, and when they did last. */
export function UsersPage() {
  const { filters, change, isFiltered, clear } = useFilters();
  const [adding, setAdding] = useState<string | undefined>(undefined);
  usePageTitle(t('people.title'));
  const actions = (
    <>
      <ButtonLink size="sm" href="/admin/teams">
        {t('people.teams')}
      </ButtonLink>
      <AddMenu onAdd={setAdding} />
    </>
  );
  return (
    <>
      <PageHeader title={t('people.title')} actions={actions} />
      <div className="ms-page ma-page mp-page">
        <p className="ma-note">{t('people.help')}</p>
        <Card>
          <UserFilterBar filters={filters} onChange={change} />
          <UserList filters={filters} isFiltered={isFiltered} onChange={change} onClear={clear} onInvite={() => setAdding('invite')} />
        </Card>
      </div>
      {adding !== undefined && <AddDialog adding={adding} onClose={() => setAdding(undefined)} />}
    </>
  );
}
