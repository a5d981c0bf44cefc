import type { ReactNode } from 'react';
import type { JsonValue } from '#engine/model/values';
import type { AuditEntry, FieldView, ModuleView } from '#engine/model/wire';
import { findModule, recordRoute, useModuleView, useShell } from '../../../client/index.ts';
import { formatFullInstant, isReadByRecord } from '../../../fields/values/index.ts';
import { findField, useRecord } from '../../../headless/index.ts';
import { t, TextLink } from '../../../kit/index.ts';
import { ChangedValue, useChangeTexts } from '../../../views/index.ts';
import { formatPlainValue } from '../plain-value.ts';

function Values({ before, after }: { readonly before: ReactNode; readonly after: ReactNode }) {
  return (
    <>
      <span className="ms-visually-hidden">{t('audit.from')} </span>
      <del>{before}</del> <span aria-hidden>→</span> <span className="ms-visually-hidden">{t('audit.to')} </span>
      <ins>{after}</ins>
    </>
  );
}

interface FieldChangeProps {
  readonly module: ModuleView;
  readonly entry: AuditEntry;
  readonly field: FieldView | undefined;
}

function FieldChange({ module, entry, field }: FieldChangeProps) {
  return <Values {...useChangeTexts(module, field, entry)} />;
}

/** Values that are read by other values of their record: by those that it has now. */
function NamedChange({ module, entry, field }: FieldChangeProps & { readonly field: FieldView }) {
  const { data: record = {} } = useRecord(module, entry.record_id);
  const { previous_value: before, new_value: after } = entry;
  const show = (value: JsonValue) => <ChangedValue module={module} field={field} value={value} record={record} />;
  return <Values before={show(before)} after={show(after)} />;
}

function PlainChange({ entry: { previous_value: before, new_value: after } }: { readonly entry: AuditEntry }) {
  return <Values before={formatPlainValue(before)} after={formatPlainValue(after)} />;
}

/** The values of an entry about a field; an entry about a whole record has none. */
function Change({ entry }: { readonly entry: AuditEntry }) {
  const { data: shell } = useShell();
  return findModule(shell, entry.module) === undefined ? <PlainChange entry={entry} /> : <ModuleChange entry={entry} />;
}

function ModuleChange({ entry }: { readonly entry: AuditEntry }) {
  const { data: module } = useModuleView(entry.module);
  if (module === undefined || entry.field === null) return null;
  const field = findField(module, entry.field);
  return field !== undefined && isReadByRecord(field) ? (
    <NamedChange module={module} entry={entry} field={field} />
  ) : (
    <FieldChange module={module} entry={entry} field={field} />
  );
}

function describeAction({ field, fullField, previous_value: before, changeSource }: AuditEntry): string {
  if (changeSource === 'sensitive value read') return `${t('audit.actions.read')}: ${fullField ?? field ?? ''}`;
  if (field === null) return t(before === null ? 'audit.actions.created' : 'audit.actions.removed');
  return fullField ?? field;
}

function Author({ entry, names }: { readonly entry: AuditEntry; readonly names: ReadonlyMap<string, string> }) {
  const { changed_by: by, impersonated_by: impersonator, changed_through: through } = entry;
  const nameOf = (id: string): string => names.get(id) ?? t('audit.someone');
  const name = by === null ? t('audit.system') : nameOf(by);
  return (
    <>
      {impersonator === null ? name : t('audit.impersonated', { name, impersonator: nameOf(impersonator) })}
      {through !== null && <span className="ma-audit-note">{t('audit.through', { name: through })}</span>}
    </>
  );
}

interface AuditRowProps {
  readonly entry: AuditEntry;
  /** Names of users by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** One entry: who did what to which record, with the values in words. */
export function AuditRow({ entry, names }: AuditRowProps) {
  const { data: shell } = useShell();
  const { module, record_id: id, record_name: name, fullModule, date_created: at, changeSource, field } = entry;
  const title = name === '' ? t('audit.unnamed') : name;
  const hasRecord = findModule(shell, module) !== undefined;
  return (
    <tr>
      <td className="ma-audit-when">
        <time dateTime={at}>{formatFullInstant(at)}</time>
      </td>
      <td>
        <Author entry={entry} names={names} />
      </td>
      <td>
        {hasRecord ? <TextLink href={recordRoute(module, id)}>{title}</TextLink> : title}
        <span className="ma-audit-note">{fullModule}</span>
      </td>
      <td>
        {describeAction(entry)}
        {changeSource !== 'direct record' && changeSource !== 'sensitive value read' && (
          <span className="ma-audit-note">{changeSource}</span>
        )}
      </td>
      <td>{field !== null && changeSource !== 'sensitive value read' && <Change entry={entry} />}</td>
    </tr>
  );
}
