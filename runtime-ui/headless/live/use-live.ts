import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { JsonObject, LiveChange, LiveGone, LivePerson, SubscriptionEffect } from '#engine/model';
import { subscribeLive, isOpenInThisTab, broadcastEditedField, broadcastPresence, useLive, useSession } from '../../client/index.ts';
import { isListOf, createListListener } from './list-listener.ts';

/** The record that somebody else made or changed; undefined: it was the user's own deed, or the record is gone. */
function changedByOthers(message: LiveChange | LiveGone, touch: SubscriptionEffect): string | undefined {
  return message.type === 'change' && touch !== 'leaves' && message.by !== useSession.getState().user?._id ? message.id : undefined;
}

/** Tells which records of a list somebody else made or changed, for a list whose queries are followed already. */
export function useLiveRows(module: string, filter: JsonObject, onRow: (id: string) => void): void {
  const text = JSON.stringify(filter);
  const notify = useRef(onRow);
  useEffect(() => { notify.current = onRow; });
  useEffect(() => subscribeLive({ kind: 'list', module, filter: JSON.parse(text) as JsonObject }, {
    onStale: () => undefined,
    readAt: () => undefined,
    onChange: (message, touch) => {
      const id = changedByOthers(message, touch);
      if (id !== undefined) notify.current(id);
    },
  }), [module, text]);
}

/** Lets a list that reads its pages by itself follow what others do, and tells which of its rows somebody else changed. */
export function useLiveList(module: string, filter: JsonObject, onRow?: (id: string) => void): void {
  const client = useQueryClient();
  const text = JSON.stringify(filter);
  const notify = useRef(onRow);
  useEffect(() => { notify.current = onRow; });
  useEffect(() => {
    const terms = JSON.parse(text) as JsonObject;
    const { onChange, onStale, readAt } = createListListener(client, (query) => isListOf(query, module, terms));
    return subscribeLive({ kind: 'list', module, filter: terms }, {
      onStale,
      readAt,
      onChange: (message, touch) => {
        onChange(message, touch);
        const id = changedByOthers(message, touch);
        if (id !== undefined) notify.current?.(id);
      },
    });
  }, [client, module, text]);
}

const NOBODY: readonly LivePerson[] = [];

/** Who else has the record open. */
export function usePeople(module: string, id: string): readonly LivePerson[] {
  return useLive((live) => live.people[`${module}/${id}`] ?? NOBODY);
}

/** Who else edits a field of the record; undefined: nobody. An empty name is of somebody whose name may not be read. */
export function useEditor(module: string, id: string | undefined, field: string): LivePerson | undefined {
  return useLive((live) => live.people[`${module}/${id ?? ''}`]?.find((person) => person.field === field));
}

/** Tells others that the record is open here, while the component is, and which field is edited. */
export function useBroadcastPresence(module: string, id: string | undefined, field: string | null = null): void {
  useEffect(() => {
    if (id !== undefined) broadcastPresence(module, id, field);
  }, [module, id, field]);
  useEffect(() => {
    if (id === undefined) return;
    return () => broadcastPresence(module, id, undefined);
  }, [module, id]);
}

/** Tells others which field of a record is edited in its place; undefined: none. One that is not open here otherwise is open for as long. */
export function useBroadcastEditing(module: string, id: string, field: string | undefined): void {
  useEffect(() => {
    if (field === undefined) return;
    const wasOpen = isOpenInThisTab(module, id);
    broadcastPresence(module, id, field);
    return () => { if (wasOpen) broadcastEditedField(module, id, null); else broadcastPresence(module, id, undefined); };
  }, [module, id, field]);
}
