import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Link2, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView, RelationView } from '#engine/model/wire';
import { queryKeys, getErrorMessage, useModuleView, type RecordData } from '../../client/index.ts';
import { RelateDialog } from '../../fields/widgets/index.ts';
import {
  canSearchRelated,
  findField,
  recordName,
  RELATED_PAGE_SIZE,
  relatedLists,
  relatedPrefill,
  relatedTerms,
  buildRelatedPager,
  useLinks,
  useListCache,
  useRelated,
  useUserId,
  type RecordValues,
} from '../../headless/index.ts';
import { Button, EmptyState, IconButton, LinkProvider, SearchInput, Section, showNotice, SkeletonRows, t } from '../../kit/index.ts';
import { offerUndo } from '../bulk/offer-undo.ts';
import { ExplainedButton } from '../dialogs/explained-button.tsx';
import { QuickCreateDialog } from '../lazy-views.tsx';
import { useNavigateFromList } from '../record-pager/use-navigate-from-list.ts';
import { relatedListFields, RelatedRow } from './related-row.tsx';

interface RelatedProps {
  readonly module: ModuleView;
  readonly record: RecordValues & { readonly _id: string };
}

interface ListProps extends RelatedProps {
  readonly relation: RelationView;
  /** Several lists show records of the other module. */
  readonly isOneOfSeveral: boolean;
  readonly other: ModuleView;
}

/** Links and unlinks records, shows a notice, and offers undo; an error notice shows the message of the response. */
function useLinkActions({ module, record, relation, other }: ListProps) {
  const client = useQueryClient();
  const links = useLinks(module, record, relation, other, useUserId());
  const notifySaved = (save: Promise<string | undefined>, text: string) => {
    save.then(
      (batchId) => {
        if (batchId !== undefined) offerUndo({ client, module: other, otherModules: [module.name], batchId, text });
      },
      (error: unknown) => showNotice({ kind: 'error', text: getErrorMessage(error) }),
    );
  };
  return {
    ...links,
    link: (id: string, name: string) => notifySaved(links.link(id), t('views.record.linked', { name })),
    unlink: (one: RecordData) => notifySaved(links.unlink(one._id), t('views.record.unlinked', { name: recordName(other, one) })),
  };
}

function Pages({ page, total, onPage }: { readonly page: number; readonly total: number; readonly onPage: (page: number) => void }) {
  if (total <= RELATED_PAGE_SIZE) return null;
  return (
    <p className="mv-related-pages">
      <span className="ms-tabular">
        {t('views.list.range', {
          from: page * RELATED_PAGE_SIZE + 1,
          to: Math.min(total, (page + 1) * RELATED_PAGE_SIZE),
          total: total.toLocaleString('en-US'),
        })}
      </span>
      <IconButton icon={ChevronLeft} size="xs" label={t('views.list.previous')} disabled={page === 0} onClick={() => onPage(page - 1)} />
      <IconButton
        icon={ChevronRight}
        size="xs"
        label={t('views.list.next')}
        disabled={(page + 1) * RELATED_PAGE_SIZE >= total}
        onClick={() => onPage(page + 1)}
      />
    </p>
  );
}

function SearchBox({
  other,
  searchText,
  onSearch,
}: {
  readonly other: ModuleView;
  readonly searchText: string;
  readonly onSearch: (searchText: string) => void;
}) {
  const label = t('views.list.search', { module: lowercaseLabel(other.label) });
  return <SearchInput size="xs" className="mv-related-search" label={label} value={searchText} onChange={onSearch} />;
}

/** The other module; with the field that refers to this record if several lists show records of that module. */
function titleOf({ relation, other, isOneOfSeveral }: ListProps): string {
  if (relation.direction === 'forward') return relation.label;
  return isOneOfSeveral ? `${other.label}: ${findField(other, relation.fieldName)?.label ?? relation.label}` : other.label;
}

/** A related list; an empty one is only its title, its count and its actions. */
function List(props: ListProps) {
  const { module, record, relation, other } = props;
  const title = titleOf(props);
  const client = useListCache();
  const [page, setPage] = useState(0);
  const [searchText, setWords] = useState('');
  const [dialog, setDialog] = useState<'create' | 'link'>();
  const deferredText = useDeferredValue(searchText.trim());
  const links = useLinkActions(props);
  const { data, error, refetch } = useRelated(module, record._id, relation, other, page, {
    ...relatedListFields(other, relation),
    ...relatedTerms(other, deferredText),
  });
  const navigateFromList = useNavigateFromList(buildRelatedPager(module, record._id, relation, other, deferredText));
  const total = data?.total ?? 0;
  const canSearch = canSearchRelated(other) && (total > 0 || searchText !== '');
  const isReverse = relation.direction === 'reverse';
  const linkHolder = isReverse ? other : module;
  const actions = (
    <>
      {!links.canLink && findField(linkHolder, relation.fieldName) !== undefined && (
        <ExplainedButton
          module={linkHolder}
          action="edit"
          field={relation.fieldName}
          size="xs"
          variant="quiet"
          {...(isReverse ? {} : { recordId: record._id })}
        >
          {t('views.record.linkExisting')}
        </ExplainedButton>
      )}
      {isReverse && !other.rights.create && (
        <ExplainedButton module={other} action="create" size="xs" variant="quiet">
          {t('views.record.relatedNew', { thing: lowercaseLabel(other.labelSingular) })}
        </ExplainedButton>
      )}
      {links.canLink && (
        <Button size="xs" variant="quiet" icon={Link2} className="ms-link-button" onClick={() => setDialog('link')}>
          {t('views.record.linkExisting')}
        </Button>
      )}
      {isReverse && other.rights.create && (
        <Button size="xs" variant="quiet" icon={Plus} className="ms-link-button" onClick={() => setDialog('create')}>
          {t('views.record.relatedNew', { thing: lowercaseLabel(other.labelSingular) })}
        </Button>
      )}
    </>
  );
  return (
    <Section
      title={title}
      className="mv-related"
      {...(data === undefined ? {} : { note: total.toLocaleString('en-US') })}
      action={actions}
      headingLevel={3}
    >
      {canSearch && (
        <SearchBox
          other={other}
          searchText={searchText}
          onSearch={(next) => {
            setPage(0);
            setWords(next);
          }}
        />
      )}
      {error && data === undefined && (
        <p className="mv-related-none">
          {t('views.record.relatedFailed')}{' '}
          <Button size="xs" variant="quiet" onClick={() => void refetch()}>
            {t('actions.tryAgain')}
          </Button>
        </p>
      )}
      {!error && data === undefined && <SkeletonRows rows={2} columns={2} />}
      {data !== undefined && total === 0 && deferredText !== '' && <p className="mv-related-none">{t('views.fields.noMatch')}</p>}
      {data !== undefined && data.data.length > 0 && (
        <LinkProvider goTo={navigateFromList}>
          <ul className="mv-related-list">
            {data.data.map((one) => (
              <RelatedRow
                key={one._id}
                other={other}
                relation={relation}
                record={one}
                parentName={recordName(module, record)}
                onUnlink={links.canUnlink(one) ? () => links.unlink(one) : undefined}
                lock={links.findLock(one)}
              />
            ))}
          </ul>
        </LinkProvider>
      )}
      <Pages page={page} total={total} onPage={setPage} />
      {dialog === 'link' && (
        <RelateDialog
          module={other}
          onCancel={() => setDialog(undefined)}
          onPick={(choice) => {
            setDialog(undefined);
            links.link(choice._id, choice.name);
          }}
        />
      )}
      {dialog === 'create' && (
        <QuickCreateDialog
          moduleName={other.name}
          prefill={relatedPrefill(module, relation, other, { _id: record._id, name: recordName(module, record) })}
          onClose={() => setDialog(undefined)}
          onCreated={() => {
            setDialog(undefined);
            void client.invalidateQueries({ queryKey: queryKeys.record(module.name, record._id) });
          }}
        />
      )}
    </Section>
  );
}

/** Loads the related module; without access to it nothing is shown. */
export function RelatedList(props: Omit<ListProps, 'other'>) {
  const { data } = useModuleView(props.relation.modules[0] ?? '');
  return data === undefined ? null : <List {...props} other={data} />;
}

/** The related lists of a record, each with search, link, create and unlink. */
export function RelatedTab({ module, record }: RelatedProps) {
  const relations = relatedLists(module).filter((relation) => relation.modules.length > 0);
  if (relations.length === 0) return <EmptyState compact title={t('views.record.relatedNone')} help={t('views.record.noRelations')} />;
  const isOneOfSeveral = ({ modules }: RelationView) => relations.filter((one) => one.modules[0] === modules[0]).length > 1;
  return relations.map((relation) => (
    <RelatedList key={relation.name} module={module} record={record} relation={relation} isOneOfSeveral={isOneOfSeveral(relation)} />
  ));
}
