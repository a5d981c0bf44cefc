import { useEffect, useState } from 'react';
import { loadWidgets, type DashboardWidget } from '#ui';

/** The kinds of widgets by their keys. */
export type WidgetKinds = ReadonlyMap<string, DashboardWidget>;

let loading: Promise<WidgetKinds> | undefined;

/** Starts to load the widgets once; the page asks for its dashboard meanwhile. */
export function preloadWidgets(): Promise<WidgetKinds> {
  loading ??= loadWidgets().then((widgets) => new Map(widgets.map((widget) => [widget.key, widget])));
  return loading;
}

/** The widgets of the product and of the plugins that run; undefined while they are loaded. */
export function useWidgets(): WidgetKinds | undefined {
  const [kinds, setKinds] = useState<WidgetKinds>();
  useEffect(() => {
    let isShown = true;
    void preloadWidgets().then((loaded) => {
      if (isShown) setKinds(loaded);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return kinds;
}
