import type { ComponentType } from 'react';
import { createLazyComponent, LazyBoundary, SkeletonBar } from '../../kit/index.ts';
import { MultiRelateWidget, RelateWidget } from '../relate/relate-widgets.tsx';
import { CheckboxGroupWidget } from './checkbox-group-widget.tsx';
import { CheckboxWidget, DropdownWidget, ModuleWidget, MultiModuleWidget, MultiSelectWidget } from './choice-widgets.tsx';
import { DateTimeWidget, DateWidget } from './date-widgets.tsx';
import { JsonWidget, ListWidget } from './list-widgets.tsx';
import { CurrencyWidget, NumberWidget } from './number-widgets.tsx';
import { EmailTextWidget, PhoneWidget, SecretTextWidget, TextAreaWidget, TextWidget, UrlWidget } from './text-widgets.tsx';
import { TimeZoneWidget } from './time-zone-widget.tsx';
import type { ValueWidgetProps } from './widget-props.ts';
// Forms of JSON Schemas use the widgets without a field of a record.
import '../styles/widgets.css';

const LazyColor = createLazyComponent(async () => (await import('./color-widget.tsx')).ColorWidget, 'place');

function ColorWidget(props: ValueWidgetProps) {
  return (
    <LazyBoundary fallback={<SkeletonBar />}>
      <LazyColor {...props} />
    </LazyBoundary>
  );
}

const LazyImage = createLazyComponent(async () => (await import('./image-widget.tsx')).ImageWidget, 'place');

function ImageWidget(props: ValueWidgetProps) {
  return (
    <LazyBoundary fallback={<SkeletonBar />}>
      <LazyImage {...props} />
    </LazyBoundary>
  );
}

/**
 * The widgets that need no module. Forms of records choose one by the input type of a field, forms of JSON Schemas by the type and the
 * format of a property, so that both look and behave the same.
 */
export const VALUE_WIDGETS = {
  checkbox: CheckboxWidget,
  checkboxGroup: CheckboxGroupWidget,
  color: ColorWidget,
  currency: CurrencyWidget,
  date: DateWidget,
  dateTime: DateTimeWidget,
  email: EmailTextWidget,
  image: ImageWidget,
  json: JsonWidget,
  list: ListWidget,
  module: ModuleWidget,
  modules: MultiModuleWidget,
  multiSelect: MultiSelectWidget,
  number: NumberWidget,
  phone: PhoneWidget,
  record: RelateWidget,
  records: MultiRelateWidget,
  secret: SecretTextWidget,
  select: DropdownWidget,
  text: TextWidget,
  textArea: TextAreaWidget,
  timeZone: TimeZoneWidget,
  url: UrlWidget,
} satisfies { readonly [name: string]: ComponentType<ValueWidgetProps> };

/** The name of a widget in the registry. */
export type ValueWidgetName = keyof typeof VALUE_WIDGETS;
