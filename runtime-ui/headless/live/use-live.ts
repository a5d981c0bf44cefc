import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { JsonObject } from '#engine/model/values';
import type { LiveChange, LiveGone, LivePerson, SubscriptionEffect } from '#engine/model/wire';
import { subscribeLive, isOpenInThisTab, broadcastEditedField, broadcastPresence, useLive, useSession } from '../../client/index.ts';
import { isListOf, createListListener } from './list-listener.ts';

/** The id of the record that another user created or changed; undefined: the user changed it, or the record is gone. */
function changedByOthers(message: LiveChange | LiveGone, touch: SubscriptionEffect): string | undefined {
  return message.type === 'change' && touch !== 'leaves' && message.by !== useSession.getState().user?._id ? message.id : undefined;
}

/** Calls `onRow` for records of a list that another user created or changed, for a list whose queries are already subscribed. */
export function useLiveRows(module: string, filter: JsonObject, onRow: (id: string) => void): void {
  const text = JSON.stringify(filter);
  const notify = useRef(onRow);
  useEffect(() => {
    notify.current = onRow;
  });
  useEffect(
    () =>
      subscribeLive(
        { kind: 'list', module, filter: JSON.parse(text) as JsonObject },
        {
          onStale: () => undefined,
          readAt: () => undefined,
          onChange: (message, touch) => {
            const id = changedByOthers(message, touch);
            if (id !== undefined) notify.current(id);
          },
        },
      ),
    [module, text],
  );
}

/** Subscribes a list that reads its own pages to live changes, and calls `onRow` for rows that another user changed. */
export function useLiveList(module: string, filter: JsonObject, onRow?: (id: string) => void): void {
  const client = useQueryClient();
  const text = JSON.stringify(filter);
  const notify = useRef(onRow);
  useEffect(() => {
    notify.current = onRow;
  });
  useEffect(() => {
    const terms = JSON.parse(text) as JsonObject;
    const { onChange, onStale, readAt } = createListListener(client, (query) => isListOf(query, module, terms));
    return subscribeLive(
      { kind: 'list', module, filter: terms },
      {
        onStale,
        readAt,
        onChange: (message, touch) => {
          onChange(message, touch);
          const id = changedByOthers(message, touch);
          if (id !== undefined) notify.current?.(id);
        },
      },
    );
  }, [client, module, text]);
}

const NOBODY: readonly LivePerson[] = [];

/** Other users who have the record open. */
export function usePeople(module: string, id: string): readonly LivePerson[] {
  return useLive((live) => live.people[`${module}/${id}`] ?? NOBODY);
}

/** The other user who edits a field of the record; undefined: nobody. The name is empty if the current user may not read it. */
export function useEditor(module: string, id: string | undefined, field: string): LivePerson | undefined {
  return useLive((live) => live.people[`${module}/${id ?? ''}`]?.find((person) => person.field === field));
}

/** Broadcasts that the record is open here while the component is mounted, and which field is edited. */
export function useBroadcastPresence(module: string, id: string | undefined, field: string | null = null): void {
  useEffect(() => {
    if (id !== undefined) broadcastPresence(module, id, field);
  }, [module, id, field]);
  useEffect(() => {
    if (id === undefined) return;
    return () => broadcastPresence(module, id, undefined);
  }, [module, id]);
}

/**
 * Broadcasts which field of a record is edited inline; undefined: none. If the record is not open otherwise, it counts as open meanwhile.
 */
export function useBroadcastEditing(module: string, id: string, field: string | undefined): void {
  useEffect(() => {
    if (field === undefined) return;
    const wasOpen = isOpenInThisTab(module, id);
    broadcastPresence(module, id, field);
    return () => {
      if (wasOpen) broadcastEditedField(module, id, null);
      else broadcastPresence(module, id, undefined);
    };
  }, [module, id, field]);
}
