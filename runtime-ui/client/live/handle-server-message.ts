import type { LiveServerMessage, LiveChange } from '#engine/model/wire';
import { getLiveSubscriptions, useLive } from './live-subscriptions.ts';

type ShellListener = () => void;
const shellListeners = new Set<ShellListener>();

/** Calls the listener when definitions or the user's rights changed. Returns a function that unsubscribes. */
export function onShellChanged(listener: ShellListener): () => void {
  shellListeners.add(listener);
  return () => shellListeners.delete(listener);
}

/** Gets the data of an event; undefined: events may have been missed. */
type EventListener = (data: Readonly<Record<string, unknown>> | undefined) => void;
const eventListeners = new Map<string, Set<EventListener>>();

/**
 * Calls the listener with the data of each event of this name; and without, when the connection is there or there again, because events may
 * have been missed before. Returns a function that unsubscribes.
 */
export function onLiveEvent(name: string, listener: EventListener): () => void {
  const listeners = eventListeners.get(name) ?? new Set();
  eventListeners.set(name, listeners.add(listener));
  return () => listeners.delete(listener);
}

function callEventListeners(name: string, data?: Readonly<Record<string, unknown>>): void {
  for (const listener of eventListeners.get(name) ?? []) listener(data);
}

/** Calls all listeners without data. */
export function reportMissedEvents(): void {
  for (const name of eventListeners.keys()) callEventListeners(name);
}

/** Dispatches a message of the server to its listeners. */
export function handleServerMessage(message: LiveServerMessage): void {
  const { subscriptions } = getLiveSubscriptions();
  switch (message.type) {
    case 'change':
    case 'gone':
      for (const [id, touch] of Object.entries(message.subs)) subscriptions.get(id)?.onChange(message as LiveChange, touch);
      return;
    case 'resync':
      if (message.subs === null) reportMissedEvents();
      for (const [id, subscription] of subscriptions) if (message.subs === null || message.subs.includes(id)) subscription.onStale();
      return;
    case 'presence':
      useLive.setState(({ people }) => ({ people: { ...people, [`${message.module}/${message.id}`]: message.people } }));
      return;
    case 'event':
      if (message.name === 'system-update-event') useLive.setState(({ updates }) => ({ updates: updates + 1 }));
      callEventListeners(message.name, message.data);
      return;
    case 'resumed':
      reportMissedEvents();
      return;
    case 'shell':
      for (const listener of shellListeners) listener();
      return;
    default:
  }
}
