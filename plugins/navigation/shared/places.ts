/** Where a widget is shown. */
export interface WidgetPlace {
  readonly kind: 'home' | 'record';
  /** Only beside the records of this module; undefined: of all. */
  readonly module?: string;
}

/**
 * The place that the selector of a widget names: `home`, `record` or `record:<module>`. Since no two widgets have the same selector, each
 * may end with `:` and a name: `home:rules`, `record:<module>:rules`, and `record::rules` for all modules. Undefined: a widget that is only
 * in the menu or in a bumpout.
 */
export function readPlace(selector: string): WidgetPlace | undefined {
  const [kind, module = ''] = selector.trim().split(':');
  if (kind === 'home') return { kind };
  if (kind !== 'record') return undefined;
  return module === '' ? { kind } : { kind, module };
}

/** The selector for a place, with a name that tells it from others. */
export function toSelector(place: WidgetPlace | undefined, name: string): string {
  if (place === undefined) return name;
  return place.kind === 'home' ? `home:${name}` : `record:${place.module ?? ''}:${name}`;
}
