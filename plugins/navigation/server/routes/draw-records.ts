import { safeAddress, type JsonObject } from '#engine/model';
import type { DrawnBucket, DrawnBumpout, DrawnLink, DrawnNote, DrawnWidget } from '../../shared/drawn.ts';
import { toFilter } from '../../shared/conditions.ts';
import { objectIn, objectsIn, orderIn, sortByOptions, textIn, type Stored } from '../../shared/entries.ts';
import { isForClient, isForType, type Person } from '../person.ts';

/** Whether the person has access to a module. */
export type MayOpen = (module: string) => boolean;

const SIDES: readonly string[] = ['left', 'right', 'top', 'bottom'] satisfies readonly DrawnBumpout['side'][];

/** The rows of a widget when it names no number of them, and the most. */
const ROWS = 5;
const MOST_ROWS = 20;

function numberIn(holder: JsonObject, field: string): number | null {
  return typeof holder[field] === 'number' ? holder[field] : null;
}

/** The filter of the conditions of a bucket. */
function filterOf(bucket: Stored): { readonly filter: JsonObject; readonly isIncomplete: boolean } {
  const filter = toFilter(objectsIn(bucket, 'filters'));
  return { filter: filter ?? {}, isIncomplete: filter === undefined };
}

/** Links that lead to pages; others, such as scripts, are left out. */
function toLinks(links: readonly JsonObject[]): readonly DrawnLink[] {
  return links.flatMap((link) => {
    const address = safeAddress(textIn(link, 'address'));
    return address === undefined ? [] : [{ label: textIn(link, 'label') || address, address }];
  });
}

/** The notes of modules that the person may open. */
export function drawNotes(notes: readonly Stored[], person: Person, mayOpen: MayOpen): readonly DrawnNote[] {
  return notes
    .filter((note) => isForClient(note, person) && mayOpen(textIn(note, 'related_module')))
    .map((note) => ({
      _id: note._id,
      module: textIn(note, 'related_module'),
      name: textIn(note, 'name'),
      text: textIn(note, 'note'),
    }));
}

/** The buckets of a person, in their order. */
export function drawBuckets(buckets: readonly Stored[], person: Person, mayOpen: MayOpen): readonly DrawnBucket[] {
  return buckets
    .filter((one) => isForClient(one, person) && isForType(one, person) && mayOpen(textIn(one, 'related_module')))
    .sort((one, other) => orderIn(one) - orderIn(other))
    .map((one) => ({
      _id: one._id,
      name: textIn(one, 'name'),
      module: textIn(one, 'related_module'),
      ...filterOf(one),
      icon: textIn(one, 'icon'),
      hue: textIn(one, 'hue'),
      warnAbove: typeof one['warn_above'] === 'number' ? one['warn_above'] : null,
    }));
}

function drawWidget(widget: Stored, buckets: readonly Stored[]): DrawnWidget {
  const settings = objectIn(widget, 'settings');
  const bucket = buckets.find(({ _id }) => _id === settings['bucket']);
  const icon = textIn(widget, 'widgetIcon');
  const isImage = textIn(widget, 'widgetIconType') === 'image';
  const module = textIn(settings, 'module') || textIn(bucket, 'related_module');
  // The conditions of a bucket of another module would not be understood.
  const { filter: conditions, isIncomplete } =
    bucket !== undefined && textIn(bucket, 'related_module') === module ? filterOf(bucket) : { filter: {}, isIncomplete: false };
  return {
    _id: widget._id,
    name: textIn(widget, 'name'),
    selector: textIn(widget, 'key_selector'),
    isMenu: widget['isMenu'] === true,
    icon: isImage ? '' : icon,
    image: isImage ? (safeAddress(icon) ?? '') : '',
    text: textIn(widget, 'description'),
    links: toLinks(objectsIn(settings, 'links')),
    module,
    filter: settings['mine'] === true ? { and: [conditions, { assigned_to: { equals: { $: 'me' } } }] } : conditions,
    isIncomplete,
    shows: settings['shows'] === 'number' ? 'number' : 'records',
    rows: Math.max(1, Math.min(numberIn(settings, 'rows') ?? ROWS, MOST_ROWS)),
  };
}

/** The widgets of a person, in their order. A widget of a module that they may not open is left out. */
export function drawWidgets(
  widgets: readonly Stored[],
  buckets: readonly Stored[],
  person: Person,
  mayOpen: MayOpen,
): readonly DrawnWidget[] {
  return widgets
    .filter((one) => isForClient(one, person) && isForType(one, person))
    .sort((one, other) => orderIn(objectIn(one, 'settings')) - orderIn(objectIn(other, 'settings')))
    .map((one) => drawWidget(one, buckets))
    .filter(({ module }) => module === '' || mayOpen(module));
}

/** The bumpouts of a person, in their order. One that has nothing to show is left out. */
export function drawBumpouts(bumpouts: readonly Stored[], widgets: readonly DrawnWidget[], person: Person): readonly DrawnBumpout[] {
  return sortByOptions(bumpouts.filter((one) => isForClient(one, person) && isForType(one, person)))
    .map((one): DrawnBumpout => {
      const options = objectIn(one, 'options');
      const side = textIn(one, 'side');
      const address = safeAddress(textIn(one, 'url'));
      return {
        _id: one._id,
        name: textIn(one, 'name'),
        title: textIn(one, 'title') || textIn(one, 'name'),
        icon: textIn(one, 'icon'),
        side: SIDES.includes(side) ? (side as DrawnBumpout['side']) : 'right',
        hue: textIn(options, 'color'),
        width: numberIn(options, 'width'),
        text: textIn(one, 'html_text'),
        links: [...toLinks(objectsIn(options, 'links')), ...(address === undefined ? [] : [{ label: address, address }])],
        widget: widgets.find(({ _id }) => _id === one['widget']) ?? null,
      };
    })
    .filter(({ text, links, widget }) => text !== '' || links.length > 0 || widget !== null);
}
