import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ShellPreviewView } from '#engine/model';
import {
  callApi,
  ErrorState,
  findIcon,
  findModule,
  getErrorMessage,
  Icon,
  RecordChoice,
  SkeletonRows,
  useRecordSearch,
  useShell,
  type RecordData,
} from '#ui';
import type { DrawnNavigation } from '../shared/drawn.ts';
import { readPlace } from '../shared/places.ts';
import { namePlace } from './editor-kinds.ts';
import { tNavigation } from './texts.ts';
import { useUserTypes } from './use-user-types.ts';

/** What a user sees. */
interface Previewed {
  readonly shell: ShellPreviewView;
  readonly drawn: DrawnNavigation;
}

/** Reads what a user sees, without what is of modules that they may not open. */
export async function readPreview(user: string, signal: AbortSignal): Promise<Previewed> {
  const [shell, drawn] = await Promise.all([
    callApi<ShellPreviewView>('GET', '/api/shell/preview', { query: { user }, signal }),
    callApi<DrawnNavigation>('GET', '/api/navigation', { query: { user }, signal }),
  ]);
  const mayOpen = (name: string) => name === '' || shell.modules.some((module) => module.name === name);
  return {
    shell,
    drawn: {
      ...drawn,
      notes: drawn.notes.filter(({ module }) => mayOpen(module)),
      buckets: drawn.buckets.filter(({ module }) => mayOpen(module)),
      widgets: drawn.widgets.filter(({ module }) => mayOpen(module)),
      bumpouts: drawn.bumpouts.map((one) => (one.widget !== null && !mayOpen(one.widget.module) ? { ...one, widget: null } : one)),
    },
  };
}

/** The preview of a user, read again when the edited records change. */
function usePreview(user: string, edited: unknown) {
  const [read, setRead] = useState<{ readonly user: string; readonly previewed?: Previewed; readonly error?: unknown }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (user === '') return;
    const controller = new AbortController();
    readPreview(user, controller.signal).then(
      (previewed) => setRead({ user, previewed }),
      (error: unknown) => {
        if (!controller.signal.aborted) setRead({ user, error });
      },
    );
    return () => controller.abort();
  }, [user, edited, attempt]);
  return { read: read?.user === user ? read : undefined, retry: () => setAttempt(attempt + 1) };
}

/** Everything that the chosen user sees, without links. */
function Previewed({ shell, drawn }: Previewed) {
  const { data: own } = useShell();
  const labelOf = (module: string) => (own && findModule(own, module)?.label) ?? module;
  const lists = [
    {
      id: 'previewBumpouts',
      lines: drawn.bumpouts.map(({ _id, title, side }) => ({ _id, text: `${title} · ${tNavigation(`side.${side}`)}` })),
    },
    {
      id: 'previewWidgets',
      lines: drawn.widgets.map(({ _id, name, selector }) => ({
        _id,
        text: `${name} · ${namePlace(readPlace(selector), own?.modules ?? [])}`,
      })),
    },
    { id: 'previewNotes', lines: drawn.notes.map(({ _id, name, module }) => ({ _id, text: `${labelOf(module)}: ${name}` })) },
  ] as const;
  return (
    <>
      <div className="nv-preview-menu" role="group" aria-label={tNavigation('kind.menu')}>
        {shell.menu.groups.map((group) => (
          <div key={group.id}>
            {group.label !== undefined && <h3>{group.label}</h3>}
            <ul aria-label={group.label}>
              {group.items.map((item) => (
                <li key={item.id}>
                  <Icon of={findIcon(item.icon)} size={16} /> {item.label}
                </li>
              ))}
            </ul>
          </div>
        ))}
        {drawn.buckets.length > 0 && (
          <>
            <h3>{tNavigation('buckets')}</h3>
            <ul aria-label={tNavigation('buckets')}>
              {drawn.buckets.map(({ _id, name, icon, isIncomplete }) => (
                <li key={_id}>
                  <Icon of={findIcon(icon)} size={16} /> {isIncomplete ? tNavigation('bucketLabel', { name }) : name}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {lists.map(
        ({ id, lines }) =>
          lines.length > 0 && (
            <section key={id} aria-label={tNavigation(id)}>
              <h3 className="nv-group-title">{tNavigation(id)}</h3>
              <ul className="nv-preview-list">
                {lines.map(({ _id, text }) => (
                  <li key={_id}>{text}</li>
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}

/** Nobody can be previewed who cannot sign in. */
const ACTIVE = { active: true };

/** The first user of a type, by name; undefined: no type is chosen, or nobody has it, or it is being read. */
function useFirstOfType(type: string): string | undefined {
  const { data: shell } = useShell();
  const { data, isPlaceholderData } = useRecordSearch(type === '' ? undefined : shell && findModule(shell, 'users'), {
    pageNumber: 0,
    pageSize: 1,
    fields: ['name'],
    searchTerms: { ...ACTIVE, userType: type },
    sortField: 'name',
    sortOrder: 'asc',
  });
  return type === '' || isPlaceholderData ? undefined : data?.data[0]?._id;
}

/** What a chosen user sees of the menu and beside it: the first of a user type, or any that is searched. `records`: what is edited. */
export function NavigationPreview({ records }: { readonly records: readonly RecordData[] }) {
  const types = useUserTypes();
  const [type, setType] = useState('');
  const [chosen, setChosen] = useState<string>();
  const first = useFirstOfType(type);
  const user = chosen ?? first ?? '';
  const { read, retry } = usePreview(user, JSON.stringify(records.map(({ _id, _version }) => [_id, _version])));
  return (
    <section className="nv-preview" aria-label={tNavigation('preview')}>
      <h2 className="nv-group-title">{tNavigation('preview')}</h2>
      <Select
        label={tNavigation('previewType')}
        allowDeselect={false}
        data={[{ value: '', label: tNavigation('allTypes') }, ...types]}
        value={type}
        onChange={(next) => {
          setType(next ?? '');
          setChosen(undefined);
        }}
      />
      <RecordChoice
        label={tNavigation('previewAs')}
        module="users"
        id={user === '' ? null : user}
        where={type === '' ? ACTIVE : { ...ACTIVE, userType: type }}
        onChoose={(id) => {
          setChosen(id);
          if (id === undefined) setType('');
        }}
      />
      {user === '' && <p className="nv-help">{tNavigation('previewHint')}</p>}
      {user !== '' && read === undefined && <SkeletonRows rows={6} columns={1} />}
      {read?.error !== undefined && (
        <ErrorState compact title={tNavigation('previewFailed')} text={getErrorMessage(read.error)} onRetry={retry} />
      )}
      {read?.previewed !== undefined && <Previewed {...read.previewed} />}
    </section>
  );
}
