import { ArrowLeftRight, Plus, X } from 'lucide-react';
import { Button, IconButton } from '#ui';
import { tReports } from '../texts.ts';
import { Choice } from './choice.tsx';
import type { SourcedProps } from './contract.ts';
import { createGroup, listGroupFields, readDateKind, UNITS, type GroupChoice, type Unit } from './definition.ts';
import { Line } from './line.tsx';
import { suggestField } from './possible-charts.ts';
import type { EditedGroups } from './use-groups.ts';

interface GroupProps extends SourcedProps {
  readonly groups: EditedGroups;
}

function GroupChoices({ source, groups, at }: GroupProps & { readonly at: number }) {
  const group = groups.list[at];
  const fields = listGroupFields(source);
  const others = groups.list.filter((_, place) => place !== at).map(({ name }) => name);
  if (group === undefined) return null;
  const replace = (next: GroupChoice) => groups.set(groups.list.map((one, place) => (place === at ? next : one)));
  const label = fields.find(({ value }) => value === group.name)?.label ?? tReports('unknownField', { name: group.name });
  const units = UNITS.filter((unit) => unit !== 'hour' || readDateKind(source, group.name) === 'instant');
  return (
    <span className="rp-part">
      <Choice
        label={tReports(at === 0 ? 'first' : 'second')}
        isSearchable
        data={
          fields.some(({ value }) => value === group.name)
            ? fields.filter(({ value }) => !others.includes(value))
            : [...fields, { value: group.name, label }]
        }
        value={group.name}
        onChange={(name) => replace(createGroup(source, name, group.unit))}
      />
      {group.unit !== undefined && (
        <>
          <span className="rp-word">{tReports('by')}</span>
          <Choice
            label={tReports('periodOf', { field: label })}
            width={104}
            data={units.map((unit) => ({ value: unit, label: tReports(`units.${unit}`) }))}
            value={group.unit}
            onChange={(unit) => replace({ ...group, unit: unit as Unit })}
          />
        </>
      )}
      <IconButton
        icon={X}
        size="sm"
        label={tReports('removeGroup', { field: label })}
        onClick={() => groups.set(groups.list.filter((_, place) => place !== at))}
      />
    </span>
  );
}

/** Up to two groups with their periods, which can be swapped. */
export function GroupLine(props: GroupProps) {
  const { editor, chart, source, groups } = props;
  const form = groups.isOwn && chart !== undefined ? chart.editor.form : editor.form;
  const names = groups.list.map(({ name }) => name);
  const suggested = groups.list.length < 2 ? suggestField(source, names) : undefined;
  return (
    <Line label={tReports('groupBy')} issues={form.issues[groups.isOwn ? 'dataGroupBy' : 'group_by']}>
      {groups.list.map((_, at) => (
        <span key={at} className="rp-part">
          {at === 1 && <span className="rp-word">{tReports('then')}</span>}
          <GroupChoices {...props} at={at} />
        </span>
      ))}
      {suggested !== undefined && (
        <Button size="sm" variant="quiet" icon={Plus} onClick={() => groups.set([...groups.list, createGroup(source, suggested)])}>
          {tReports('addGroup')}
        </Button>
      )}
      {groups.list.length === 2 && (
        <IconButton icon={ArrowLeftRight} size="sm" label={tReports('swap')} onClick={() => groups.set([...groups.list].reverse())} />
      )}
    </Line>
  );
}
