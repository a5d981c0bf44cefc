import { toText, type ModuleSummary, type ShellView } from '#engine/model';
import {
  findModule,
  getErrorMessage,
  moduleRoute,
  recordRoute,
  SafeText,
  SkeletonRows,
  TextLink,
  useRecordCounts,
  useRecordSearch,
} from '#ui';
import type { DrawnWidget } from '../shared/drawn.ts';
import { tNavigation } from './texts.ts';
import './navigation.css';

interface ContentProps {
  readonly widget: DrawnWidget;
  readonly shell: ShellView;
}

type ModuleProps = ContentProps & { readonly module: ModuleSummary };

/** The list of a module with a filter. */
export function listAddress(module: string, filter: object, shell: ShellView): string {
  const route = moduleRoute(module, shell.user);
  return Object.keys(filter).length === 0 ? route : `${route}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
}

function WidgetNumber({ widget, shell, module }: ModuleProps) {
  const [count] = useRecordCounts([{ module, terms: widget.filter }]);
  return (
    <TextLink look="name" href={listAddress(module.name, widget.filter, shell)}>
      <span className="nv-number">{count === undefined ? '…' : count.toLocaleString('en-US')}</span> {module.label}
    </TextLink>
  );
}

function WidgetRecords({ widget, shell, module }: ModuleProps) {
  const { data, error, refetch } = useRecordSearch(module, {
    pageNumber: 0,
    pageSize: widget.rows,
    fields: [module.nameField],
    searchTerms: widget.filter,
  });
  if (error)
    return (
      <p role="alert">
        {getErrorMessage(error)}{' '}
        <button type="button" className="ms-link" onClick={() => void refetch()}>
          {tNavigation('retry')}
        </button>
      </p>
    );
  if (data === undefined) return <SkeletonRows rows={widget.rows} columns={1} />;
  if (data.data.length === 0) return <p className="nv-none">{tNavigation('widgetNone')}</p>;
  return (
    <>
      <ul className="nv-lines">
        {data.data.map((record) => (
          <li key={record._id}>
            <TextLink look="name" href={recordRoute(module.name, record._id, shell.user)}>
              {toText(record[module.nameField])}
            </TextLink>
          </li>
        ))}
      </ul>
      {data.total > data.data.length && <TextLink href={listAddress(module.name, widget.filter, shell)}>{tNavigation('showAll')}</TextLink>}
    </>
  );
}

/** Links of a widget or a bumpout; web pages open in a new window. */
export function DrawnLinks({ links }: { readonly links: DrawnWidget['links'] }) {
  if (links.length === 0) return null;
  return (
    <ul className="nv-lines">
      {links.map(({ label, address }, at) => (
        <li key={at}>
          {address.startsWith('/') ? (
            <TextLink href={address}>{label}</TextLink>
          ) : (
            <a className="ms-link" href={address} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The content of a widget: its text, its links, and records or the number of records of a module. */
export function WidgetContent({ widget, shell }: ContentProps) {
  const module = findModule(shell, widget.module);
  return (
    <div className="nv-widget">
      {widget.image !== '' && <img className="nv-image" src={widget.image} alt="" />}
      {widget.text !== '' && <SafeText text={widget.text} />}
      {widget.isIncomplete && <p className="nv-none">{tNavigation('widgetIncomplete')}</p>}
      {module !== undefined &&
        !widget.isIncomplete &&
        (widget.shows === 'number' ? (
          <WidgetNumber widget={widget} shell={shell} module={module} />
        ) : (
          <WidgetRecords widget={widget} shell={shell} module={module} />
        ))}
      <DrawnLinks links={widget.links} />
    </div>
  );
}
