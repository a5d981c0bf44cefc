import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AliasEntry } from '#engine/model/wire';
import { getAliases, queryKeys, removeAlias, type AliasPage, type ApiError } from '../../../client/index.ts';
import { formatShortInstant } from '../../../fields/values/index.ts';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  PageHeader,
  showNotice,
  SkeletonRows,
  t,
  TextLink,
  usePageTitle,
} from '../../../kit/index.ts';
import { changeSetRoute } from '../review/use-publish.ts';
import { useAction } from '../../../views/index.ts';
import '../roles/roles.css';

const PAGE = 50;
const MAX_PAGE = 1_000;

/** `/admin/studio/aliases`: earlier names of modules and fields that the API accepts, with their uses, to remove. */
export function AliasesPage() {
  const [pageSize, setPageSize] = useState(PAGE);
  const { data, error, refetch, isFetching } = useQuery<AliasPage, ApiError>({
    queryKey: queryKeys.aliases(pageSize),
    queryFn: ({ signal }) => getAliases(pageSize, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  usePageTitle(t('studioAliases.title'));
  const rest = (data?.total ?? 0) - (data?.data.length ?? 0);
  return (
    <>
      <PageHeader title={t('studioAliases.title')} />
      <div className="ms-page st-roles" role="region" aria-label={t('studioAliases.title')} tabIndex={0}>
        <p className="st-note">{t('studioAliases.help')}</p>
        {error !== null && data === undefined ? (
          <ErrorState compact title={t('studioAliases.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <SkeletonRows rows={4} columns={5} height={40} />
        ) : data.data.length === 0 ? (
          <EmptyState title={t('studioAliases.none')} help={t('studioAliases.noneHelp')} />
        ) : (
          <AliasTable entries={data.data} />
        )}
        {rest > 0 && pageSize < MAX_PAGE && (
          <Button variant="quiet" size="sm" loading={isFetching} onClick={() => setPageSize(Math.min(pageSize + PAGE, MAX_PAGE))}>
            {t('studioAliases.more', { count: rest })}
          </Button>
        )}
      </div>
    </>
  );
}

function AliasTable({ entries }: { readonly entries: readonly AliasEntry[] }) {
  return (
    <div className="st-scroll">
      <table className="st-table" aria-label={t('studioAliases.title')}>
        <thead>
          <tr>
            {(['old', 'now', 'since', 'uses', 'last'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`studioAliases.${column}`)}
              </th>
            ))}
            <th scope="col">
              <span className="ms-visually-hidden">{t('studioAliases.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AliasRow key={entry._id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** 'Size of Crates', 'Module Crates'. */
function describeTarget({ kind, label, module }: AliasEntry): string {
  if (kind === 'module') return t('studioAliases.ofModule', { label });
  return t(kind === 'field' ? 'studioAliases.ofField' : 'studioAliases.ofRelation', { label, module: module.label });
}

/** '12 May, 10:30 by Ada Byron, token Import'; undefined: never used. */
function describeLastUse({ lastUsedAt, lastUsedBy, token }: AliasEntry): string | undefined {
  if (lastUsedAt === null || lastUsedBy === null) return undefined;
  const use = { time: formatShortInstant(lastUsedAt), name: lastUsedBy.name };
  return token === null ? t('studioAliases.by', use) : t('studioAliases.byToken', { ...use, token: token.name });
}

function AliasRow({ entry }: { readonly entry: AliasEntry }) {
  const queries = useQueryClient();
  const { isBusy: busy, run } = useAction({ onEnd: () => void queries.invalidateQueries({ queryKey: queryKeys.allAliases() }) });
  const [isAsking, setAsking] = useState(false);
  const { _id, alias, name, path, changeSet, renamedAt, uses } = entry;
  const last = describeLastUse(entry);
  const remove = () => {
    setAsking(false);
    run(async () => {
      await removeAlias(_id);
      showNotice({ kind: 'ok', text: t('studioAliases.removed', { alias }) });
    });
  };
  return (
    <tr>
      <th scope="row">
        <code>{alias}</code>
        {path !== null && <div className="st-note">{path}</div>}
      </th>
      <td>
        <code>{name}</code>
        <div className="st-note">{describeTarget(entry)}</div>
      </td>
      <td>
        <TextLink href={changeSetRoute(changeSet._id)}>{changeSet.name}</TextLink>
        <div className="st-note">
          <time dateTime={renamedAt}>{formatShortInstant(renamedAt)}</time>
        </div>
      </td>
      <td>{uses}</td>
      <td>{last ?? t('studioAliases.never')}</td>
      <td>
        <Button
          size="sm"
          variant="quiet"
          icon={Trash2}
          loading={busy}
          aria-label={t('studioAliases.removeOf', { alias })}
          onClick={() => setAsking(true)}
        >
          {t('studioAliases.remove')}
        </Button>
        <ConfirmDialog
          opened={isAsking}
          danger
          title={t('studioAliases.removeTitle', { alias })}
          text={last === undefined ? t('studioAliases.removeUnused') : t('studioAliases.removeUsed', { last })}
          confirmLabel={t('studioAliases.remove')}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        />
      </td>
    </tr>
  );
}
