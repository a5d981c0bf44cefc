import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { JsonValue } from '#engine/model/values';
import { findDropdown, isObject, useModuleSummaries } from '../../headless/index.ts';
import { createLazyComponent, formatDay, Icon, isToday, LazyBoundary, SkeletonBar, StatusPill, t, TextLink } from '../../kit/index.ts';
import { formatFullDay, formatFullInstant, formatShortInstant } from '../dates/format-dates.ts';
import { formatPhone } from '../masks/masks.ts';
import { fileName, formatValue, optionLabel, textOf } from './format-value.ts';
import type { ValueProps } from './value-props.ts';

// Few lists show files.
const FileLabel = createLazyComponent(async () => (await import('../files/file-label.tsx')).FileLabel);
const FileOpener = createLazyComponent(async () => (await import('../files/file-opener.tsx')).FileOpener);

// Shown in the detail view of a record only, not in a grid.
const JsonDetail = createLazyComponent(async () => (await import('../rows/rows-lazy.ts')).JsonDetail);
const EntryDetail = createLazyComponent(async () => (await import('../rows/rows-lazy.ts')).EntryDetail);

/** The label of a dropdown's value: a pill if its option has a hue. */
export function ChoiceValue({ module, field, value, look }: ValueProps) {
  const option = findDropdown(module, field)?.options.find((one) => one.value === value);
  const label = optionLabel(module, field, value);
  return option?.hue === undefined ? (
    <span className={look === 'cell' ? 'ms-clip' : 'mv-text'}>{label}</span>
  ) : (
    <StatusPill label={label} hue={option.hue} />
  );
}

/** Tags; a cell shows the first two. */
export function TagsValue({ module, field, value, look }: ValueProps) {
  const list = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  const shown = look === 'cell' ? list.slice(0, 2) : list;
  return (
    <span className="mv-list">
      {shown.map((one) => (
        <span key={textOf(one)} className="ms-tag">
          {field.fieldsOf === undefined ? optionLabel(module, field, one) : formatValue(module, field, [one])}
        </span>
      ))}
      {list.length > shown.length && <span className="ms-tag">+{list.length - shown.length}</span>}
    </span>
  );
}

export function DateValue({ value, look }: ValueProps) {
  const day = textOf(value);
  const text = look === 'cell' ? formatDay(day) : formatFullDay(day);
  return (
    <time dateTime={day} className={`ms-tabular ${look === 'cell' && isToday(day) ? 'mv-today' : ''}`}>
      {text}
    </time>
  );
}

export function InstantValue({ value, look }: ValueProps) {
  const stored = textOf(value);
  const text = look === 'cell' ? formatShortInstant(stored) : formatFullInstant(stored);
  return (
    <time
      dateTime={stored}
      title={formatFullInstant(stored)}
      className={`ms-tabular ${look === 'cell' && isToday(stored) ? 'mv-today' : ''}`}
    >
      {text}
    </time>
  );
}

export function PhoneValue({ value, look }: ValueProps) {
  const stored = textOf(value);
  const text = formatPhone(stored);
  if (look === 'cell') return <span className="mv-phone">{text}</span>;
  return <TextLink href={`tel:${/^\d{10}$/.test(stored) ? `+1${stored}` : stored}`}>{text}</TextLink>;
}

/** Web addresses open in a new tab; URLs other than http and ftp are shown as text. */
export function UrlValue({ value, look }: ValueProps) {
  const stored = textOf(value);
  const address = /^[a-z][a-z0-9+.-]*:/i.test(stored) ? stored : `https://${stored}`;
  const shown = stored.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  const clip = look === 'cell' ? 'ms-clip' : '';
  if (!/^(https?|ftp):/i.test(address)) return <span className={clip}>{stored}</span>;
  return (
    <a className={`ms-link ${clip}`} href={address} target="_blank" rel="noopener noreferrer" tabIndex={look === 'cell' ? -1 : undefined}>
      {shown}
    </a>
  );
}

export function CheckboxValue({ value, look }: ValueProps) {
  if (look === 'detail') return <span>{t(value === true ? 'views.fields.yes' : 'views.fields.no')}</span>;
  return value === true ? <Icon of={Check} label={t('views.fields.yes')} /> : <span className="ms-muted">{t('views.fields.no')}</span>;
}

export function NumberValue({ module, field, value }: ValueProps) {
  return <span className="ms-tabular">{formatValue(module, field, value)}</span>;
}

/** An address that may break before its @, not within `.com`. */
export function breakAddress(address: string): ReactNode {
  const [name, domain] = address.split(/(?=@)/u);
  return (
    <>
      {name}
      <wbr />
      {domain}
    </>
  );
}

export function EmailsValue({ value, look }: ValueProps) {
  const list = (Array.isArray(value) ? (value as readonly JsonValue[]) : []).filter(isObject);
  const sorted = [...list].sort((a, b) => Number(b.primary === true) - Number(a.primary === true));
  if (look === 'cell')
    return (
      <span className="ms-clip">
        {textOf(sorted[0]?.email_address)}
        {sorted.length > 1 && <span className="ms-muted"> +{sorted.length - 1}</span>}
      </span>
    );
  return (
    <span className="mv-lines">
      {sorted.map((entry) => (
        <span key={textOf(entry.email_address)} className="mv-email">
          {entry.opt_out === true || entry.invalid_email === true ? (
            <span>{breakAddress(textOf(entry.email_address))}</span>
          ) : (
            <TextLink href={`mailto:${textOf(entry.email_address)}`}>{breakAddress(textOf(entry.email_address))}</TextLink>
          )}
          {entry.primary === true && sorted.length > 1 && <span className="ms-tag">{t('views.fields.main')}</span>}
          {entry.opt_out === true && <StatusPill label={t('views.fields.optOut')} hue="gray" plain />}
          {entry.invalid_email === true && <StatusPill label={t('views.fields.invalid')} hue="red" plain />}
        </span>
      ))}
    </span>
  );
}

export function MessagesValue({ value, look }: ValueProps) {
  const list = (Array.isArray(value) ? (value as readonly JsonValue[]) : []).filter(isObject);
  if (look === 'cell') return <span className="ms-tabular">{list.length}</span>;
  return (
    <ul className="mv-messages">
      {list.map((entry, at) => (
        <li key={at}>
          <span>{textOf(entry.text)}</span>
          {typeof entry.at === 'string' && <span className="ms-muted"> {formatFullInstant(entry.at)}</span>}
        </li>
      ))}
    </ul>
  );
}

export function ModulesValue({ value }: ValueProps) {
  const names = (Array.isArray(value) ? (value as readonly JsonValue[]) : [value]).map(textOf);
  const modules = useModuleSummaries();
  return (
    <span className="mv-list">
      {names.map((name) => (
        <span key={name} className="ms-tag">
          {modules.find((module) => module.name === name)?.label ?? name}
        </span>
      ))}
    </span>
  );
}

export function FileValue({ value, look }: ValueProps) {
  const path = textOf(value);
  const plain = <span className="ms-clip">{fileName(path)}</span>;
  if (!path.startsWith('/api/files/')) return plain;
  return <LazyBoundary fallback={plain}>{look === 'cell' ? <FileLabel path={path} /> : <FileOpener path={path} />}</LazyBoundary>;
}

export function JsonValueText({ module, field, value, look, record }: ValueProps) {
  if (look === 'cell' || typeof value !== 'object') return <span className="ms-clip">{formatValue(module, field, value)}</span>;
  return (
    <LazyBoundary fallback={<SkeletonBar />}>
      {field.entry === undefined ? (
        <JsonDetail value={value} label={field.label} />
      ) : (
        <EntryDetail module={module} field={field} value={value} record={record} />
      )}
    </LazyBoundary>
  );
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

export function TextValue({ module, field, value, look }: ValueProps) {
  const text = formatValue(module, field, value);
  if (look === 'cell') return <span className="ms-clip">{text}</span>;
  return <span className="mv-text">{ADDRESS.test(text) ? breakAddress(text) : text}</span>;
}
