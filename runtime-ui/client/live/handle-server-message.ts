import type { LiveServerMessage, LiveChange } from '#engine/model';
import { getLiveSubscriptions, useLive } from './live-subscriptions.ts';

type ShellListener = () => void;
const shellListeners = new Set<ShellListener>();

/** Tells when definitions or the user's rights changed. Answers how to stop. */
export function onShellChanged(listener: ShellListener): () => void {
  shellListeners.add(listener);
  return () => shellListeners.delete(listener);
}

/** Brings what the server says to those who asked for it. */
export function handleServerMessage(message: LiveServerMessage): void {
  const { subscriptions } = getLiveSubscriptions();
  switch (message.type) {
    case 'change':
    case 'gone':
      for (const [id, touch] of Object.entries(message.subs)) subscriptions.get(id)?.onChange(message as LiveChange, touch);
      return;
    case 'resync':
      for (const [id, wish] of subscriptions) if (message.subs === null || message.subs.includes(id)) wish.onStale();
      return;
    case 'presence':
      useLive.setState(({ people }) => ({ people: { ...people, [`${message.module}/${message.id}`]: message.people } }));
      return;
    case 'system-update':
      useLive.setState(({ updates }) => ({ updates: updates + 1 }));
      return;
    case 'shell':
      for (const listener of shellListeners) listener();
      return;
    default:
  }
}
