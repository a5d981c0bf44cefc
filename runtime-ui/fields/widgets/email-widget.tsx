import { Input } from '@mantine/core';
import { Check, Ellipsis, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { JsonValue } from '#engine/model/values';
import { Button, IconButton, Menu, t } from '../../kit/index.ts';
import { addEmail, changeEmail, readEmails, removeEmail, type EmailEntry } from './email-entries.ts';
import type { WidgetProps } from './widget-props.ts';

interface LineProps {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly entry: EmailEntry;
  readonly at: number;
  readonly wrong: boolean;
  readonly isOneOfMany: boolean;
  readonly readOnly: boolean;
  readonly describedBy: string | undefined;
  readonly onChange: (part: Partial<EmailEntry>) => void;
  readonly onRemove: () => void;
  readonly onBlur: () => void;
}

function LineMenu({ entry, at, onChange }: Pick<LineProps, 'entry' | 'at' | 'onChange'>) {
  const toggles = [
    { id: 'opt_out', label: t('views.fields.optOut'), isOn: entry.opt_out, onSelect: () => onChange({ opt_out: !entry.opt_out }) },
    {
      id: 'invalid',
      label: t('views.fields.invalid'),
      isOn: entry.invalid_email,
      onSelect: () => onChange({ invalid_email: !entry.invalid_email }),
    },
  ];
  const items = toggles.map(({ id, label, isOn, onSelect }) => ({
    id,
    label,
    onSelect,
    trailing: isOn ? <Check size={14} aria-label={t('views.fields.yes')} /> : undefined,
  }));
  const button = <IconButton icon={Ellipsis} size="xs" label={t('views.fields.emailMore', { at: at + 1 })} />;
  return <Menu target={button} label={t('views.fields.emailMore', { at: at + 1 })} width={180} groups={[{ id: 'marks', items }]} />;
}

function Line({ id, group, label, entry, at, wrong, isOneOfMany, readOnly, describedBy, onChange, onRemove, onBlur }: LineProps) {
  const name = t('views.fields.emailAt', { at: at + 1 });
  return (
    <div className={`mf-email-line ${wrong ? 'mf-wrong' : ''}`}>
      <input
        type="radio"
        className="ms-radio"
        name={group}
        checked={entry.primary}
        disabled={readOnly}
        aria-label={`${t('views.fields.makeMain')}: ${name}`}
        onChange={() => onChange({ primary: true })}
      />
      <input
        id={id}
        type="email"
        className="mf-email-input"
        autoComplete="off"
        value={entry.email_address}
        readOnly={readOnly}
        aria-label={`${label}, ${name}`}
        aria-invalid={wrong || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange({ email_address: event.currentTarget.value })}
        onBlur={onBlur}
      />
      {entry.opt_out && <span className="ms-tag">{t('views.fields.optOut')}</span>}
      {entry.invalid_email && <span className="ms-tag">{t('views.fields.invalid')}</span>}
      {entry.primary && isOneOfMany && <span className="ms-tag">{t('views.fields.main')}</span>}
      {!readOnly && <LineMenu entry={entry} at={at} onChange={onChange} />}
      {!readOnly && <IconButton icon={X} size="xs" label={t('views.fields.removeEmail', { at: at + 1 })} onClick={onRemove} />}
    </div>
  );
}

/** E-mail addresses: one is primary, each has flags for opted out and invalid. */
export function EmailWidget({ field, value, onChange, onBlur, readOnly, wrapperProps, issues }: WidgetProps) {
  const entries = readEmails(value);
  const shown = entries.length === 0 && !readOnly ? addEmail([]) : entries;
  const box = useRef<HTMLDivElement>(null);
  const added = useRef(false);
  const set = (next: readonly EmailEntry[]) => onChange(next.length === 0 ? undefined : next.map((entry): JsonValue => ({ ...entry })));
  const isWrong = (at: number) => issues.some((issue) => issue.path === '' || issue.path.split('.')[0] === String(at));
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    box.current?.querySelector<HTMLInputElement>('.mf-email-line:last-of-type .mf-email-input')?.focus();
  }, [shown.length]);
  const add = () => {
    added.current = true;
    set(addEmail(shown));
  };
  return (
    <Input.Wrapper {...wrapperProps}>
      <div ref={box} className="mf-emails" role="group" aria-label={field.label}>
        {shown.map((entry, at) => (
          <Line
            key={at}
            id={at === 0 ? wrapperProps.id : `${wrapperProps.id}-${at}`}
            group={`${wrapperProps.id}-main`}
            label={field.label}
            entry={entry}
            at={at}
            wrong={isWrong(at)}
            isOneOfMany={shown.length > 1}
            readOnly={readOnly}
            describedBy={issues.length > 0 ? `${wrapperProps.id}-error` : undefined}
            onChange={(part) => set(changeEmail(shown, at, part))}
            onRemove={() => set(removeEmail(shown, at))}
            onBlur={onBlur}
          />
        ))}
        {!readOnly && (
          <Button variant="quiet" size="sm" icon={Plus} className="mf-email-add" onClick={add}>
            {t('views.fields.addAddress')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
