import { ChevronLeft, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ModuleView, RelationView } from '#engine/model';
import { queryKeys, recordRoute, useModuleView, useSession, type RecordData } from '../../client/index.ts';
import { FieldValue } from '../../fields/values/index.ts';
import { findStatusField, isEmptyValue, isRelating, layoutItems, readValue, recordName, RELATED_PAGE, relatedLists, relatedPrefill, useListCache, useRelated, type RecordValues } from '../../headless/index.ts';
import { Button, EmptyState, IconButton, inSentence, Section, SkeletonRows, t, TextLink } from '../../kit/index.ts';
import { QuickCreateDialog } from '../lazy-views.tsx';

interface RelatedProps {
  readonly module: ModuleView;
  readonly record: RecordValues & { readonly _id: string };
}

/** What tells related records apart beside their name: more columns of their grid, but not the one that all of them share. */
function hintItems(other: ModuleView, relation: RelationView) {
  const status = findStatusField(other)?.fieldName;
  return layoutItems(other, 'grid').filter((item) => item.layout.hidden !== true && item.field !== undefined && item.fieldName !== other.nameField && item.fieldName !== status && item.fieldName !== relation.fieldName).slice(0, 3);
}

function Row({ other, relation, record }: { readonly other: ModuleView; readonly relation: RelationView; readonly record: RecordData }) {
  const user = useSession((session) => session.user);
  const status = findStatusField(other);
  const hints = hintItems(other, relation).filter((item) => !isEmptyValue(readValue(record, item.fieldName))).slice(0, 2);
  return (
    <li className="mv-related-row">
      <div className="mv-card-line">
        <TextLink look="name" className="ms-clip mg-name" href={recordRoute(other.name, record._id, user)}>{recordName(other, record)}</TextLink>
        {status && <FieldValue module={other} field={status} value={record[status.fieldName]} />}
      </div>
      {hints.length > 0 && <div className="mv-subline">{hints.map((item) => item.field && <span key={item.fieldName} className="mv-subline-part"><FieldValue module={other} field={item.field} value={readValue(record, item.fieldName)} isPart={item.part !== undefined} /></span>)}</div>}
    </li>
  );
}

function askedColumns(other: ModuleView, relation: RelationView) {
  const fields = [...new Set([other.nameField, findStatusField(other)?.fieldName, ...hintItems(other, relation).map((item) => item.field?.fieldName)])].filter((name) => name !== undefined);
  return { fields, populate: fields.filter((name) => other.fields.some((field) => field.fieldName === name && isRelating(field))) };
}

function List({ module, record, relation, other }: RelatedProps & { readonly relation: RelationView; readonly other: ModuleView }) {
  const client = useListCache();
  const [page, setPage] = useState(0);
  const [isCreating, setCreating] = useState(false);
  const { data, error, refetch } = useRelated(module, record._id, relation, other, page, askedColumns(other, relation));
  const total = data?.total ?? 0;
  const create = other.rights.create && relation.direction === 'reverse' ? <Button size="xs" variant="quiet" icon={Plus} className="ms-link-button" onClick={() => setCreating(true)}>{t('views.record.relatedNew', { thing: inSentence(other.labelSingular) })}</Button> : undefined;
  return (
    <Section title={relation.label} {...(data === undefined ? {} : { note: total.toLocaleString('en-US') })} action={create} headingLevel={3}>
      {error && data === undefined && <p className="mv-related-none">{t('views.record.relatedFailed')} <Button size="xs" variant="quiet" onClick={() => void refetch()}>{t('actions.tryAgain')}</Button></p>}
      {!error && data === undefined && <SkeletonRows rows={2} columns={2} />}
      {data !== undefined && total === 0 && <p className="mv-related-none">{t('views.record.relatedNone')}</p>}
      {data !== undefined && data.data.length > 0 && <ul className="mv-related-list">{data.data.map((one) => <Row key={one._id} other={other} relation={relation} record={one} />)}</ul>}
      {total > RELATED_PAGE && (
        <p className="mv-related-pages">
          <span className="ms-tabular">{t('views.list.range', { from: page * RELATED_PAGE + 1, to: Math.min(total, (page + 1) * RELATED_PAGE), total: total.toLocaleString('en-US') })}</span>
          <IconButton icon={ChevronLeft} size="xs" label={t('views.list.previous')} disabled={page === 0} onClick={() => setPage(page - 1)} />
          <IconButton icon={ChevronRight} size="xs" label={t('views.list.next')} disabled={(page + 1) * RELATED_PAGE >= total} onClick={() => setPage(page + 1)} />
        </p>
      )}
      {isCreating && (
        <QuickCreateDialog
          moduleName={other.name} prefill={relatedPrefill(module, relation, other, { _id: record._id, name: recordName(module, record) })} onClose={() => setCreating(false)}
          onCreated={() => { setCreating(false); void client.invalidateQueries({ queryKey: queryKeys.record(module.name, record._id) }); }}
        />
      )}
    </Section>
  );
}

/** A related list needs the other module's view; without access to it there is nothing to list. */
function RelatedList(props: RelatedProps & { readonly relation: RelationView }) {
  const { data } = useModuleView(props.relation.modules[0] ?? '');
  return data === undefined ? null : <List {...props} other={data} />;
}

/** The related lists of a record. */
export function RelatedTab({ module, record }: RelatedProps) {
  const relations = relatedLists(module).filter((relation) => relation.modules.length > 0);
  if (relations.length === 0) return <EmptyState compact title={t('views.record.relatedNone')} help={t('views.record.noRelations')} />;
  return relations.map((relation) => <RelatedList key={relation.name} module={module} record={record} relation={relation} />);
}
