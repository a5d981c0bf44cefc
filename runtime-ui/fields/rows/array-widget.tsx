import { Input } from '@mantine/core';
import { useState } from 'react';
import { LazyBoundary, createLazyComponent, SkeletonBar } from '../../kit/index.ts';
import { JsonWidget } from '../widgets/list-widgets.tsx';
import type { WidgetProps } from '../widgets/widget-props.ts';
import { readRows } from './row-list.ts';

// Few lists are edited: what edits them comes when one is.
const load = () => import('./rows-lazy.ts');
const RowsTable = createLazyComponent(async () => (await load()).RowsTable, 'place');
const RowsSwitch = createLazyComponent(async () => (await load()).RowsSwitch);

const isNothing = (value: WidgetProps['value']): boolean => value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** A list: a table where its entries are flat, or where there is none yet and the definition tells what they are made of; else JSON. The other way to edit it is a press away. */
export function ArrayWidget(props: WidgetProps) {
  const { field, value, readOnly, wrapperProps, onParseError } = props;
  const fits = readRows(value) !== undefined || (field.entryColumns !== undefined && isNothing(value));
  const [isTable, setTable] = useState(fits);
  const [isUnread, setUnread] = useState(false);
  const tell = (message: string | undefined) => {
    setUnread(message !== undefined);
    onParseError(message);
  };
  // What the table cannot show, such as a value that another saved meanwhile, is shown as it is.
  const shown = isTable && !readOnly && (fits || isNothing(value));
  const other = !readOnly && !isUnread && (shown || fits) && <LazyBoundary fallback={null}><RowsSwitch isTable={shown} onSwitch={() => setTable(!shown)} /></LazyBoundary>;
  if (!shown) return <div><JsonWidget {...props} onParseError={tell} />{other}</div>;
  return (
    <Input.Wrapper {...wrapperProps} labelElement="div">
      <LazyBoundary fallback={<SkeletonBar />}><RowsTable {...props} onParseError={tell} /></LazyBoundary>
      {other}
    </Input.Wrapper>
  );
}
