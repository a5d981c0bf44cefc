import type { FieldTemplateProps, MultiSchemaFieldTemplateProps, ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { ADDITIONAL_PROPERTY_FLAG, canExpand } from '@rjsf/utils';
import { TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { use, useEffect, useRef, type FocusEvent, type ReactNode } from 'react';
import { Button, FieldError, IconButton, t } from '../../kit/index.ts';
import { buildWrapperProps, VALUE_WIDGETS } from '../../fields/widgets/index.ts';
import { EntryNamesContext, FieldPathContext, HiddenLabelContext, type EntryNames } from './form-scope.ts';
import { readLabel, readOptions, readText } from './schema-hints.ts';

/** The problems of an object or a list as a whole; those of a single value are shown by its widget. */
export function GroupProblems({ id, problems }: { readonly id: string; readonly problems: readonly string[] | undefined }) {
  if (problems === undefined || problems.length === 0) return null;
  return (
    <div className="mv-schema-problems">
      <FieldError id={`${id}-error`}>{[...new Set(problems)].join(' ')}</FieldError>
    </div>
  );
}

/** A named group of inputs, with its help. */
export function FieldGroup({
  id,
  title,
  description,
  required = false,
  problems,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly required?: boolean;
  readonly problems?: readonly string[] | undefined;
  readonly children: ReactNode;
}) {
  const isWrong = problems !== undefined && problems.length > 0;
  const describedBy = isWrong ? `${id}-error` : description === undefined ? undefined : `${id}-help`;
  return (
    <fieldset id={id} className="mv-schema-group" aria-describedby={describedBy} data-invalid={isWrong || undefined}>
      <legend>
        {title}
        {required && (
          <span className="mv-schema-required" aria-hidden>
            {' '}
            *
          </span>
        )}
      </legend>
      {description !== undefined && (
        <p id={`${id}-help`} className="mv-schema-help">
          {description}
        </p>
      )}
      {children}
      <GroupProblems id={id} problems={problems} />
    </fieldset>
  );
}

/** The name of an entry: chosen from the options of the schema, else typed. */
function EntryName({ props, isNew, label }: { readonly props: FieldTemplateProps; readonly isNew: boolean; readonly label: string }) {
  const { id, label: name, onKeyRename, onKeyRenameBlur, readonly, disabled } = props;
  const { options, taken } = use(EntryNamesContext);
  const isLocked = readonly === true || disabled === true;
  // A new entry has one problem at first: it has no name.
  const isWrong = isNew && (props.rawErrors ?? []).length > 0;
  const shown = isNew ? label : `${label}: ${options?.find(({ value }) => value === name)?.label ?? name}`;
  if (options === undefined)
    return (
      <TextInput
        id={`${id}-key`}
        aria-label={shown}
        defaultValue={isNew ? '' : name}
        placeholder={label}
        readOnly={isLocked}
        autoComplete="off"
        error={isWrong}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          if (event.target.value.trim() !== '') onKeyRenameBlur(event);
        }}
      />
    );
  const Widget = VALUE_WIDGETS.select;
  return (
    <Widget
      field={{ label, refs: [], required: true, placeholder: label }}
      value={isNew ? undefined : name}
      onChange={(next) => {
        if (typeof next === 'string') onKeyRename(next);
      }}
      onBlur={() => undefined}
      readOnly={isLocked}
      wrapperProps={{
        ...buildWrapperProps(`${id}-key`, { label, description: undefined }, [], false),
        label: undefined,
        'aria-label': shown,
        ...(isWrong ? { error: true } : {}),
      }}
      options={options.filter(({ value }) => value === name || !taken.includes(value))}
      onParseError={() => undefined}
    />
  );
}

/** The name and the value of an entry of an object with free names. */
function NamedEntry({ props, children }: { readonly props: FieldTemplateProps; readonly children: ReactNode }) {
  const { label, onRemoveProperty, readonly, disabled } = props;
  const { title, options } = use(EntryNamesContext);
  const isNew = /^newKey(-\d+)?$/.test(label);
  const box = useRef<HTMLDivElement>(null);
  // An entry that was just added is named first.
  useEffect(() => {
    if (isNew) box.current?.querySelector('input')?.focus();
  }, [isNew]);
  const isLocked = readonly === true || disabled === true;
  const name = options?.find(({ value }) => value === label)?.label ?? label;
  return (
    <div ref={box} className="mv-schema-entry">
      <EntryName props={props} isNew={isNew} label={title ?? t('schemaForm.name')} />
      <HiddenLabelContext value={isNew ? t('schemaForm.value') : name}>{children}</HiddenLabelContext>
      {!isLocked && (
        <IconButton
          icon={X}
          size="sm"
          label={isNew ? t('schemaForm.removeNew') : t('schemaForm.removeNamed', { name })}
          onClick={onRemoveProperty}
        />
      )}
    </div>
  );
}

function isGroup({ schema, uiSchema }: FieldTemplateProps): boolean {
  const isNested = schema.type === 'object' || schema.type === 'array' || schema.oneOf !== undefined || schema.anyOf !== undefined;
  return isNested && uiSchema?.['ui:widget'] === undefined && uiSchema?.['ui:field'] === undefined;
}

/** A property: the widget shows label, help and problems itself. Constants are not shown: the choice of a variant sets them. */
export function SchemaFieldTemplate(props: FieldTemplateProps) {
  const { id, children, hidden, schema, fieldPathId, rawErrors } = props;
  if (hidden === true || 'const' in schema) return <div hidden>{children}</div>;
  const isUnion = (schema.oneOf ?? schema.anyOf) !== undefined;
  const content = (
    <FieldPathContext value={fieldPathId.path}>
      {children}
      {isGroup(props) && schema.type !== 'array' && !isUnion && fieldPathId.path.length > 0 && (
        <GroupProblems id={id} problems={rawErrors} />
      )}
    </FieldPathContext>
  );
  return (
    <div className="mv-schema-field" data-form-field={id} data-width={readText(schema, 'x-width')}>
      {ADDITIONAL_PROPERTY_FLAG in schema ? <NamedEntry props={props}>{content}</NamedEntry> : content}
    </div>
  );
}

function entryNamesOf({ propertyNames }: RJSFSchema, value: unknown): EntryNames {
  const names = typeof propertyNames === 'object' ? propertyNames : {};
  return {
    title: names.title,
    options: readOptions(names),
    taken: typeof value === 'object' && value !== null ? Object.keys(value) : [],
  };
}

function shownTitle({ title, schema, fieldPathId }: ObjectFieldTemplateProps<unknown>): string {
  const name = fieldPathId.path.at(-1);
  return typeof name === 'string' ? readLabel(schema.title ?? title, name) : (schema.title ?? title);
}

/** The properties of an object: those of the whole form, of an entry of a list, or of a nested group with its title. */
export function SchemaObjectTemplate(props: ObjectFieldTemplateProps<unknown>) {
  const { fieldPathId, properties, schema, uiSchema, formData, onAddProperty, readonly, disabled, description } = props;
  const isLocked = readonly === true || disabled === true;
  const { path } = fieldPathId;
  const hiddenLabel = use(HiddenLabelContext);
  const isPlain = path.length === 0 || typeof path.at(-1) === 'number' || hiddenLabel !== undefined || path.at(-1) === 'XxxOf';
  const isEmptyUnion = (schema.oneOf ?? schema.anyOf) !== undefined && properties.length === 0;
  if (isEmptyUnion) return null;
  const content = (
    <HiddenLabelContext value={undefined}>
      <EntryNamesContext value={entryNamesOf(schema, formData)}>
        {properties.length > 0 && <div className="mv-schema-grid">{properties.map(({ content: property }) => property)}</div>}
      </EntryNamesContext>
      {!isLocked && canExpand(schema, uiSchema, formData) && (
        <Button variant="quiet" size="sm" icon={Plus} className="mv-schema-add" onClick={onAddProperty}>
          {addLabel(schema)}
        </Button>
      )}
    </HiddenLabelContext>
  );
  if (isPlain) return content;
  return (
    <FieldGroup
      id={fieldPathId.$id}
      title={shownTitle(props)}
      description={typeof description === 'string' ? description : schema.description}
    >
      {content}
    </FieldGroup>
  );
}

/** 'Add rate', of what the entries are called. */
function addLabel({ additionalProperties }: RJSFSchema): string {
  const title = typeof additionalProperties === 'object' ? additionalProperties.title : undefined;
  return title === undefined ? t('schemaForm.add') : t('schemaForm.addThing', { thing: title.charAt(0).toLowerCase() + title.slice(1) });
}

/** The choice of a variant, and the properties of the chosen one. */
export function SchemaUnionTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="mv-schema-union">
      {selector}
      {optionSchemaField}
    </div>
  );
}
