import { Input } from '@mantine/core';
import { useState } from 'react';
import { LazyBoundary, createLazyComponent, SkeletonBar } from '../../kit/index.ts';
import { JsonWidget } from '../widgets/list-widgets.tsx';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { EntryWidget } from './entry-widget.tsx';
import { readRows } from './row-list.ts';

// Lists are rarely edited: the editor is loaded on demand.
const load = () => import('./rows-lazy.ts');
const RowsTable = createLazyComponent(async () => (await load()).RowsTable, 'place');
const RowsSwitch = createLazyComponent(async () => (await load()).RowsSwitch);

const isNothing = (value: WidgetProps['value']): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/**
 * A list: shown as a table if its entries are flat, or if it is empty and the definition describes its entries; else as JSON. A button
 * switches between the two.
 */
function FreeArrayWidget(props: WidgetProps) {
  const { field, value, readOnly, wrapperProps, onParseError } = props;
  const fits = readRows(value) !== undefined || (field.entryColumns !== undefined && isNothing(value));
  const [isTable, setTable] = useState(fits);
  const [isUnread, setUnread] = useState(false);
  const report = (message: string | undefined) => {
    setUnread(message !== undefined);
    onParseError(message);
  };
  // A value that the table cannot show, such as one that another user saved meanwhile, is shown as JSON.
  const shown = isTable && !readOnly && (fits || isNothing(value));
  const other = !readOnly && !isUnread && (shown || fits) && (
    <LazyBoundary fallback={null}>
      <RowsSwitch isTable={shown} onSwitch={() => setTable(!shown)} />
    </LazyBoundary>
  );
  if (!shown)
    return (
      <div>
        <JsonWidget {...props} onParseError={report} />
        {other}
      </div>
    );
  return (
    <Input.Wrapper {...wrapperProps} labelElement="div">
      <LazyBoundary fallback={<SkeletonBar />}>
        <RowsTable {...props} onParseError={report} />
      </LazyBoundary>
      {other}
    </Input.Wrapper>
  );
}

/** A list: the table of its entry schema, or any list. */
export function ArrayWidget(props: WidgetProps) {
  return props.field.entry === undefined ? <FreeArrayWidget {...props} /> : <EntryWidget {...props} />;
}

/** An object: the inputs of its entry schema, or JSON. */
export function ObjectWidget(props: WidgetProps) {
  return props.field.entry === undefined ? <JsonWidget {...props} /> : <EntryWidget {...props} />;
}
