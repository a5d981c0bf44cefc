import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { createContext, use, useEffect, useMemo, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import { Button, IconButton, t } from '../../kit/index.ts';
import { HiddenLabelContext } from './form-scope.ts';
import { FieldGroup } from './field-templates.tsx';
import { readLabel } from './schema-hints.ts';

const INPUT = ':is(input, textarea)';

/** What the entries of a list share: its title, and where the focus goes after the next render. */
interface ListScope {
  readonly title: string;
  readonly focusAfterRender: (selector: string) => void;
}

const ListScopeContext = createContext<ListScope>({ title: '', focusAfterRender: () => undefined });

/** More properties than this do not fit beside each other. */
const MAX_COLUMNS = 4;

function isSingleValue({ type, format }: RJSFSchema): boolean {
  return type !== 'object' && type !== 'array' && type !== undefined && format !== 'text-area';
}

/** The titles of the columns of a list of objects that have few properties, each of a single value; undefined: it is no table. */
function readColumns({ items }: RJSFSchema): readonly string[] | undefined {
  if (typeof items !== 'object' || Array.isArray(items) || items.type !== 'object' || items.properties === undefined) return undefined;
  const properties = Object.entries(items.properties);
  const isTable = properties.length <= MAX_COLUMNS && properties.every(([, one]) => typeof one === 'object' && isSingleValue(one));
  return isTable ? properties.map(([name, one]) => readLabel((typeof one === 'object' ? one.title : undefined) ?? name, name)) : undefined;
}

function itemTitle({ items }: RJSFSchema): string | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? items.title : undefined;
}

/** A list: entries can be added, removed and moved. Alt with an arrow key moves the entry with the focus. */
export function SchemaArrayTemplate(props: ArrayFieldTemplateProps) {
  const { fieldPathId, items, schema, title, required, readonly, disabled, canAdd, onAddClick, rawErrors } = props;
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  const isLocked = readonly === true || disabled === true;
  const name = fieldPathId.path.at(-1);
  const label = typeof name === 'string' ? readLabel(title, name) : title;
  const thing = itemTitle(schema);
  const columns = readColumns(schema);
  const style = columns && ({ '--columns': columns.length } as CSSProperties);
  useEffect(() => {
    if (wanted.current === undefined) return;
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  const scope = useMemo(
    () => ({
      title: thing ?? label,
      focusAfterRender: (selector: string) => {
        wanted.current = selector;
      },
    }),
    [thing, label],
  );
  return (
    <FieldGroup
      id={fieldPathId.$id}
      title={label}
      description={schema.description}
      required={required === true && !isLocked}
      problems={rawErrors}
    >
      <ListScopeContext value={scope}>
        <div ref={box} className="mv-schema-list">
          {items.length > 0 && columns !== undefined && (
            <div className="mv-schema-columns" aria-hidden style={style}>
              {columns.map((column) => (
                <span key={column}>{column}</span>
              ))}
            </div>
          )}
          {items.length > 0 && (
            <ul aria-label={label} style={style} data-table={columns === undefined ? undefined : true}>
              {items}
            </ul>
          )}
          {canAdd && !isLocked && (
            <Button
              variant="quiet"
              size="sm"
              icon={Plus}
              className="mv-schema-add"
              onClick={() => {
                scope.focusAfterRender(`[data-entry='${items.length}'] ${INPUT}`);
                onAddClick();
              }}
            >
              {thing === undefined
                ? t('schemaForm.add')
                : t('schemaForm.addThing', { thing: thing.charAt(0).toLowerCase() + thing.slice(1) })}
            </Button>
          )}
        </div>
      </ListScopeContext>
    </FieldGroup>
  );
}

/** One entry of a list: a value beside its buttons, or the properties of an object below them. */
export function SchemaArrayItemTemplate({ children, buttonsProps, index, totalItems, schema }: ArrayFieldItemTemplateProps) {
  const { title, focusAfterRender } = use(ListScopeContext);
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem, readonly, disabled } = buttonsProps;
  const isLocked = readonly === true || disabled === true;
  const label = t('schemaForm.entry', { title, number: index + 1 });
  const isNested = schema.type === 'object' || schema.type === 'array' || (schema.oneOf ?? schema.anyOf) !== undefined;
  const move = (by: -1 | 1, selector: string) => {
    if (by === -1 ? !hasMoveUp : !hasMoveDown) return;
    focusAfterRender(`[data-entry='${index + by}'] ${selector}`);
    if (by === -1) onMoveUpItem();
    else onMoveDownItem();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isLocked || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    move(event.key === 'ArrowUp' ? -1 : 1, INPUT);
  };
  const remove = () => {
    const next = index + 1 < totalItems ? index : index - 1;
    focusAfterRender(next < 0 ? '.mv-schema-add' : `[data-entry='${next}'] .mv-schema-remove`);
    onRemoveItem();
  };
  const buttons = !isLocked && (
    <div className="mv-schema-buttons">
      {totalItems > 1 && (
        <>
          <IconButton
            icon={ArrowUp}
            size="sm"
            className="mv-schema-up"
            label={t('schemaForm.up', { entry: label })}
            aria-disabled={!hasMoveUp}
            onClick={() => move(-1, '.mv-schema-up')}
          />
          <IconButton
            icon={ArrowDown}
            size="sm"
            className="mv-schema-down"
            label={t('schemaForm.down', { entry: label })}
            aria-disabled={!hasMoveDown}
            onClick={() => move(1, '.mv-schema-down')}
          />
        </>
      )}
      {hasRemove && (
        <IconButton icon={X} size="sm" className="mv-schema-remove" label={t('schemaForm.remove', { entry: label })} onClick={remove} />
      )}
    </div>
  );
  return (
    <li data-entry={index} data-nested={isNested || undefined} onKeyDownCapture={onKeyDown}>
      {isNested ? (
        <div role="group" aria-label={label} className="mv-schema-card">
          <div className="mv-schema-card-head">
            <span aria-hidden>{label}</span>
            {buttons}
          </div>
          <HiddenLabelContext value={undefined}>{children}</HiddenLabelContext>
        </div>
      ) : (
        <>
          <HiddenLabelContext value={label}>{children}</HiddenLabelContext>
          {buttons}
        </>
      )}
    </li>
  );
}
