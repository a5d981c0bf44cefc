import { Unlink } from 'lucide-react';
import type { FieldView, ModuleView, RelationView } from '#engine/model/wire';
import { recordRoute, useSession, type RecordData } from '../../client/index.ts';
import { FieldValue, formatValue, LabelledValue } from '../../fields/values/index.ts';
import {
  findField,
  findStatusField,
  isEmptyValue,
  isRelating,
  layoutItems,
  listModuleSources,
  listRuleFields,
  readValue,
  recordName,
  shortenName,
  type LayoutItem,
  type LinkLocation,
} from '../../headless/index.ts';
import { IconButton, t, TextLink } from '../../kit/index.ts';
import { ExplainedLock } from '../dialogs/explained-lock.tsx';

/** Additional columns of the grid that distinguish related records, except the relation field, whose value they share. */
function hintItems(other: ModuleView, relation: RelationView) {
  const status = findStatusField(other)?.fieldName;
  return layoutItems(other, 'grid')
    .filter(
      (item) =>
        item.layout.hidden !== true &&
        item.field !== undefined &&
        item.fieldName !== other.nameField &&
        item.fieldName !== status &&
        item.fieldName !== relation.fieldName,
    )
    .slice(0, 3);
}

/** The other fields that a value is shown with: those that decide whether a deadline is open, or whose fields it names. */
function listShownWith(other: ModuleView, field: FieldView): readonly string[] {
  const names = [...(field.openWhen === undefined ? [] : listRuleFields(other, field)), ...listModuleSources(other, field)];
  return names.filter((name) => findField(other, name) !== undefined);
}

/** The fields that a related list loads. */
export function relatedListFields(other: ModuleView, relation: RelationView) {
  // If the user may edit only their own records, the owner determines which ones they may unlink.
  const owner = other.rights.edit === 'Owner' ? 'assigned_to' : undefined;
  const fields = [
    ...new Set([
      other.nameField,
      findStatusField(other)?.fieldName,
      owner,
      ...hintItems(other, relation).flatMap(({ field }) => (field === undefined ? [] : [field.fieldName, ...listShownWith(other, field)])),
    ]),
  ].filter((name) => name !== undefined);
  return { fields, populate: fields.filter((name) => other.fields.some((field) => field.fieldName === name && isRelating(field))) };
}

interface RelatedRowProps {
  readonly other: ModuleView;
  readonly relation: RelationView;
  readonly record: RecordData;
  /** Name of the record whose list it is. */
  readonly parentName: string;
  /** Absent: it cannot be unlinked. */
  readonly onUnlink: (() => void) | undefined;
  /** The record and field that the user may not change to unlink it; absent: no user can unlink it. */
  readonly lock: LinkLocation | undefined;
}

/** Explains why a record cannot be unlinked: its field is required, or the user lacks the right. */
function LinkLock({ lock: { holder, id, field }, name }: { readonly lock: LinkLocation; readonly name: string }) {
  const text = field.required === true ? t('views.record.linkRequired', { field: field.label }) : undefined;
  return (
    <ExplainedLock
      className="mv-unlink"
      module={holder}
      field={field}
      recordId={id}
      label={t('views.record.cannotUnlink', { name })}
      text={text}
    />
  );
}

/** One record of a related list. */
export function RelatedRow({ other, relation, record, parentName, onUnlink, lock }: RelatedRowProps) {
  const user = useSession((session) => session.user);
  const status = findStatusField(other);
  const name = recordName(other, record);
  const filled = hintItems(other, relation).filter((item) => !isEmptyValue(readValue(record, item.fieldName)));
  const textOfRelate = ({ field }: LayoutItem) =>
    field !== undefined && isRelating(field) ? formatValue(other, field, record[field.fieldName]) : undefined;
  const relates = filled.slice(0, 2).map(textOfRelate);
  const shortName = shortenName(
    name,
    parentName,
    relates.filter((text) => text !== undefined),
  );
  const hints = filled.filter((item) => textOfRelate(item) !== shortName).slice(0, 2);
  return (
    <li className="mv-related-row">
      <div className="mv-card-line">
        <TextLink look="name" className="ms-clip mg-name" href={recordRoute(other.name, record._id, user)}>
          {shortName}
        </TextLink>
        {status && <FieldValue module={other} field={status} value={record[status.fieldName]} />}
        {onUnlink && (
          <IconButton icon={Unlink} size="xs" className="mv-unlink" label={t('views.record.unlink', { name })} onClick={onUnlink} />
        )}
        {lock && <LinkLock lock={lock} name={name} />}
      </div>
      {hints.length > 0 && (
        <div className="mv-subline">
          {hints.map(
            (item) =>
              item.field && (
                <span key={item.fieldName} className="mv-subline-part">
                  <LabelledValue module={other} item={item} record={record} />
                </span>
              ),
          )}
        </div>
      )}
    </li>
  );
}
