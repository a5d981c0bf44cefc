import { useEffect, useRef } from 'react';
import { Card, findIcon, Icon, onLiveEvent, SafeText, useRefreshShell, type SlotProps } from '#ui';
import { readPlace } from '../shared/places.ts';
import { Bumpouts } from './bumpouts.tsx';
import { reloadDrawn, useDrawn } from './drawn-store.ts';
import { tNavigation } from './texts.ts';
import { WidgetContent } from './widget-content.tsx';
import './navigation.css';

/** In the frame: the bumpouts. Reads the menu, and what is drawn beside it, again when they change. */
export function FramePart({ shell }: SlotProps<'screenPart'>) {
  const { navigation } = useDrawn();
  const refreshShell = useRefreshShell();
  useEffect(
    () =>
      onLiveEvent('navigation-changed-event', () => {
        refreshShell();
        void reloadDrawn();
      }),
    [refreshShell],
  );
  // Other rights: other modules are left out.
  const { modules } = shell;
  const read = useRef(modules);
  useEffect(() => {
    if (read.current === modules) return;
    read.current = modules;
    void reloadDrawn();
  }, [modules]);
  return <Bumpouts bumpouts={navigation?.bumpouts ?? []} shell={shell} />;
}

/** Above the list or the record of a module: its notes, one line each until it is opened. */
export function NotesPart({ module }: SlotProps<'screenPart'>) {
  const notes = useDrawn().navigation?.notes.filter((note) => note.module === module) ?? [];
  if (notes.length === 0) return null;
  return (
    <section className="nv-notes" aria-label={tNavigation('notes')}>
      {notes.map(({ _id, name, text }) => (
        <details key={_id} className="nv-note">
          <summary>
            <Icon of={findIcon('notebook')} size={14} /> {name}
          </summary>
          <SafeText text={text} />
        </details>
      ))}
    </section>
  );
}

/** On the first page: the widgets whose place it is. */
export function HomePart({ shell }: SlotProps<'screenPart'>) {
  const widgets = useDrawn().navigation?.widgets.filter(({ selector }) => readPlace(selector)?.kind === 'home') ?? [];
  return widgets.map((widget) => (
    <Card key={widget._id} title={widget.name}>
      <WidgetContent widget={widget} shell={shell} />
    </Card>
  ));
}

/** Beside a record: the widgets whose place it is. */
export function RecordSidePart({ shell, module }: SlotProps<'screenPart'>) {
  const widgets =
    useDrawn().navigation?.widgets.filter(({ selector }) => {
      const place = readPlace(selector);
      return place?.kind === 'record' && (place.module === undefined || place.module === module);
    }) ?? [];
  if (widgets.length === 0) return null;
  return (
    <div className="nv-beside">
      {widgets.map((widget) => (
        <Card key={widget._id} title={widget.name}>
          <WidgetContent widget={widget} shell={shell} />
        </Card>
      ))}
    </div>
  );
}
