import { useMemo } from 'react';
import { DropdownWidget } from './choice-widgets.tsx';
import type { ValueWidgetProps } from './widget-props.ts';

/** The name of a time zone, such as America/New_York: one of those that the browser knows. */
export function TimeZoneWidget(props: ValueWidgetProps) {
  const options = useMemo(
    () =>
      ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map((name) => ({
        value: name,
        label: name.replaceAll('_', ' '),
      })),
    [],
  );
  return <DropdownWidget {...props} options={options} />;
}
