import { findIcon, findModule, MenuLinks, routePrefix, useRecordCounts, type SlotProps } from '#ui';
import type { DrawnBucket, DrawnWidget } from '../shared/drawn.ts';
import { useDrawn } from './drawn-store.ts';
import { tNavigation } from './texts.ts';
import { listAddress } from './widget-content.tsx';

type Shell = SlotProps<'screenPart'>['shell'];
type Group = Parameters<typeof MenuLinks>[0]['groups'][number];

/** The page of a widget, of a bucket without a number, and that of the sidebar. */
export function pageAddress(shell: Shell, page: 'widget' | 'bucket' | 'sidebar', id = ''): string {
  return `${routePrefix(shell.user)}/x/navigation/${page}${id === '' ? '' : `?id=${encodeURIComponent(id)}`}`;
}

const NO_BUCKETS: readonly DrawnBucket[] = [];

/** The buckets with their numbers of records; a number above the bound of its bucket is in red. */
function useBucketItems(buckets: readonly DrawnBucket[], shell: Shell): Group['items'] {
  const shown = buckets.flatMap((bucket) => {
    const module = findModule(shell, bucket.module);
    return module === undefined ? [] : [{ bucket, module }];
  });
  const counted = shown.filter(({ bucket }) => !bucket.isIncomplete);
  const counts = useRecordCounts(counted.map(({ bucket, module }) => ({ module, terms: bucket.filter })));
  return shown.map((one) => {
    const { bucket, module } = one;
    const id = `bucket-${bucket._id}`;
    const icon = findIcon(bucket.icon || module.icon);
    if (bucket.isIncomplete) {
      const href = pageAddress(shell, 'bucket', bucket._id);
      const current = `${location.pathname}${location.search}` === href;
      return { id, icon, href, current, label: tNavigation('bucketLabel', { name: bucket.name }) };
    }
    const count = counts[counted.indexOf(one)];
    return {
      id,
      icon,
      label: bucket.name,
      href: listAddress(bucket.module, bucket.filter, shell),
      current: false,
      ...(count === undefined ? {} : { count, urgent: bucket.warnAbove !== null && count > bucket.warnAbove }),
    };
  });
}

function toWidgetItem(widget: DrawnWidget, shell: Shell): Group['items'][number] {
  const href = pageAddress(shell, 'widget', widget._id);
  const current = `${location.pathname}${location.search}` === href;
  return { id: `widget-${widget._id}`, label: widget.name, icon: findIcon(widget.icon || 'boxes'), href, current };
}

/** Below the menu: buckets, widgets of the menu, and the way to arrange the sidebar. */
export function MenuPart({ shell, isCollapsed = false }: SlotProps<'screenPart'>) {
  const { navigation } = useDrawn();
  const buckets = useBucketItems(navigation?.buckets ?? NO_BUCKETS, shell);
  if (navigation === undefined) return null;
  const widgets = navigation.widgets.filter(({ isMenu }) => isMenu).map((widget) => toWidgetItem(widget, shell));
  const href = pageAddress(shell, 'sidebar');
  const arrange = { id: 'arrange', label: tNavigation('arrange'), icon: findIcon('list-todo'), href, current: location.pathname === href };
  const more = [...widgets, ...(navigation.canArrange ? [arrange] : [])];
  const groups: readonly Group[] = [
    ...(buckets.length > 0 ? [{ id: 'buckets', label: tNavigation('buckets'), items: buckets }] : []),
    ...(more.length > 0 ? [{ id: 'more', label: tNavigation('more'), items: more }] : []),
  ];
  return (
    <div className="ms-side-group">
      <MenuLinks groups={groups} collapsed={isCollapsed} />
    </div>
  );
}
