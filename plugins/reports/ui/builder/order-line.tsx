import { Checkbox, NumberInput } from '@mantine/core';
import { findField } from '#ui';
import { isFigureKind, labelFigure, nameFigure } from '../../shared/figure-names.ts';
import { tReports } from '../texts.ts';
import { Choice } from './choice.tsx';
import type { SourcedProps } from './contract.ts';
import { listGroupFields, listSortFields, readReportOf, type FieldChoice } from './definition.ts';
import { Line } from './line.tsx';
import type { EditedGroups } from './use-groups.ts';

const USUAL = ' ';
const MAX_GROUPS = 100;
const MAX_RECORDS = 1000;

interface OrderProps extends SourcedProps {
  readonly groups: EditedGroups;
  readonly isList: boolean;
}

/** What groups can be sorted by: the first of them, and the measures. */
function listOrders({ editor, source, groups, isList }: OrderProps): readonly FieldChoice[] {
  if (isList) return listSortFields(source);
  const first = listGroupFields(source).find(({ value }) => value === groups.list[0]?.name);
  const measures = readReportOf(editor.form).figures.flatMap((figure) => {
    const label = figure.field === undefined ? '' : (findField(source, figure.field)?.label ?? figure.field);
    return isFigureKind(figure.kind) ? [{ value: nameFigure(figure), label: labelFigure(figure.kind, label) }] : [];
  });
  return [...(first === undefined ? [] : [first]), ...measures];
}

/** The order of groups or records, how many are shown, and whether the others are one group. */
export function OrderLine(props: OrderProps) {
  const { form } = props.editor;
  const { sortField, isDescending, limit, showsOthers } = readReportOf(props.editor.form);
  const { isList, groups } = props;
  if (!isList && groups.list.length === 0) return null;
  return (
    <Line label={tReports('order')} issues={[...(form.issues['sort_field'] ?? []), ...(form.issues['row_limit'] ?? [])]}>
      <Choice
        label={tReports('order')}
        isSearchable={isList}
        data={[{ value: USUAL, label: tReports('usualOrder') }, ...listOrders(props)]}
        value={sortField === '' ? USUAL : sortField}
        onChange={(next) => {
          form.setValue('sort_field', next === USUAL ? undefined : next);
          if (next === USUAL) form.setValue('sort_descending', undefined);
        }}
      />
      {sortField !== '' && (
        <Checkbox
          label={tReports(listOrders(props)[0]?.value === sortField || isList ? 'descending' : 'highest')}
          checked={isDescending}
          onChange={(event) => form.setValue('sort_descending', event.currentTarget.checked)}
        />
      )}
      <span className="rp-part">
        <span className="rp-word">{tReports('limit')}</span>
        <NumberInput
          w={84}
          hideControls
          aria-label={tReports('limitOf')}
          placeholder="–"
          min={1}
          max={isList ? MAX_RECORDS : MAX_GROUPS}
          allowDecimal={false}
          allowNegative={false}
          value={limit ?? ''}
          onChange={(next) => form.setValue('row_limit', typeof next === 'number' && next > 0 ? next : undefined)}
        />
        <span className="rp-word">{tReports(isList ? 'limitRecords' : 'limitGroups')}</span>
      </span>
      {!isList && (
        <Checkbox
          label={tReports('others')}
          checked={showsOthers}
          onChange={(event) => form.setValue('show_others', event.currentTarget.checked)}
        />
      )}
    </Line>
  );
}
