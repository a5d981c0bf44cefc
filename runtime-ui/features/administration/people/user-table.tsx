import { Checkbox } from '@mantine/core';
import { formatShortInstant, textOf } from '../../../fields/values/index.ts';
import { TextLink, t } from '../../../kit/index.ts';
import type { PopulatedRecord } from '../../../client/index.ts';
import { namesOf, userRoute } from './people-queries.ts';
import { UserStatus } from './user-status.tsx';

const COLUMNS = ['name', 'type', 'roles', 'teams', 'status', 'lastSignIn'] as const;

interface TableProps {
  readonly users: readonly PopulatedRecord[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

function UserRow({
  user,
  isSelected,
  onToggle,
}: {
  readonly user: PopulatedRecord;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}) {
  const name = textOf(user['name']);
  const last = user['last_login_date'];
  return (
    <tr data-selected={isSelected || undefined}>
      <td className="mp-check">
        <Checkbox aria-label={t('people.select', { name })} checked={isSelected} onChange={onToggle} />
      </td>
      <td className="mp-person">
        <TextLink look="name" href={userRoute(user._id)}>
          {name}
        </TextLink>
        <span>{textOf(user['email'])}</span>
      </td>
      <td>{textOf(user['userType'])}</td>
      <td>{namesOf(user['roles'])}</td>
      <td>{namesOf(user['teams'])}</td>
      <td>
        <UserStatus user={user} />
      </td>
      <td className="ms-tabular">{typeof last === 'string' ? formatShortInstant(last) : ''}</td>
    </tr>
  );
}

/** The users of a page, with a checkbox each. */
export function UserTable({ users, selected, onSelect }: TableProps) {
  const ids = users.map(({ _id }) => _id);
  const all = ids.every((id) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <table className="mp-table" aria-label={t('people.title')}>
      <thead>
        <tr>
          <th scope="col" className="mp-check">
            <Checkbox
              aria-label={t('people.selectAll')}
              checked={all}
              indeterminate={!all && selected.size > 0}
              onChange={() => onSelect(new Set(all ? [] : ids))}
            />
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {t(`people.columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user._id} user={user} isSelected={selected.has(user._id)} onToggle={() => toggle(user._id)} />
        ))}
      </tbody>
    </table>
  );
}
