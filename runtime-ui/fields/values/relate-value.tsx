import type { ReactElement, ReactNode } from 'react';
import type { FieldView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { recordRoute, useSession } from '../../client/index.ts';
import { isObject, readRelate } from '../../headless/index.ts';
import { Avatar, TextLink } from '../../kit/index.ts';
import { relateName } from './format-value.ts';
import type { ValueProps } from './value-props.ts';

/** The module of a relate: from the value, else from the field. */
function moduleOf(field: FieldView, value: JsonValue): string | undefined {
  if (isObject(value) && typeof value.module === 'string') return value.module;
  return field.refs.length === 1 ? field.refs[0] : undefined;
}

/** The name of a relate: a link if the user may open the record; people with their avatar. */
export function RelateName({ field, value, look }: Omit<ValueProps, 'module'>) {
  const user = useSession((session) => session.user);
  const relate = readRelate(value);
  if (relate === undefined) return null;
  const name = relateName(value);
  if ('hidden' in relate) return <span className="ms-muted">{name}</span>;
  const module = moduleOf(field, value);
  const isPerson = module === 'users';
  // A bare id was not populated: it can still be opened.
  const canOpen = module !== undefined && !('open' in relate && relate.open === false);
  const text =
    canOpen && !(isPerson && look === 'cell') ? (
      <TextLink href={recordRoute(module, relate._id, user)} tabIndex={look === 'cell' ? -1 : undefined}>
        {name}
      </TextLink>
    ) : (
      <span className="ms-clip">{name}</span>
    );
  return isPerson ? (
    <span className="mv-person">
      <Avatar name={name} size={look === 'cell' ? 18 : 20} />
      {text}
    </span>
  ) : (
    text
  );
}

/** Names in a row, with commas between them. */
export function NameList({ names, children }: { readonly names: readonly ReactElement[]; readonly children?: ReactNode }) {
  return (
    <span className="mv-list">
      {names.map((name, at) => (
        <span key={name.key ?? at} className="mv-list-name">
          {name}
          {at < names.length - 1 && ', '}
        </span>
      ))}
      {children}
    </span>
  );
}

/** Several relates in a row. */
export function RelateNames({ field, value, look }: Omit<ValueProps, 'module'>) {
  const list = Array.isArray(value) ? value : [];
  const shown = look === 'cell' ? list.slice(0, 2) : list;
  return (
    <NameList
      names={shown.map((entry, at) => (
        <RelateName key={readRelate(entry as JsonValue)?._id ?? at} field={field} value={entry as JsonValue} look={look} />
      ))}
    >
      {list.length > shown.length && <span className="ms-tag">+{list.length - shown.length}</span>}
    </NameList>
  );
}
