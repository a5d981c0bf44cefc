import type { ChangeReader, CommittedChange, VisibleChange } from '../records/index.ts';
import type { SubscriptionEffect } from '#engine/model/wire';
import { classifyChange, type Subscription } from './subscription.ts';
import type { Receiver } from './receiver.ts';

/** The message about a change for receivers of one class: computed once, however many receivers there are. */
interface AudienceView {
  readonly shown: VisibleChange;
  /** The JSON of the message without its subscriptions. */
  readonly tail: string;
  readonly touches: Map<string, SubscriptionEffect | undefined>;
}

/** Sends a change to the receivers that subscribed to it and may see it; `only`: for one of their subscriptions. */
export async function broadcastChange(
  views: ChangeReader,
  change: CommittedChange,
  position: string,
  receivers: Iterable<Receiver>,
  only?: string,
): Promise<void> {
  const classes = new Map<string, AudienceView>();
  for (const receiver of receivers) {
    const own = [...receiver.subscriptions].filter(
      ([id, { module }]) => module === change.module.name && (only === undefined || id === only),
    );
    if (own.length === 0) continue;
    const name = views.visibilityKeyOf(receiver.scope, change);
    let view = classes.get(name);
    if (view === undefined) {
      const shown = await views.project(receiver.scope, change);
      view = { shown, tail: describeChange(change, shown, position), touches: new Map() };
      classes.set(name, view);
    }
    sendTo(receiver, change, view, own);
  }
}

function sendTo(receiver: Receiver, change: CommittedChange, view: AudienceView, own: readonly (readonly [string, Subscription])[]): void {
  const { visibility } = view.shown;
  if (visibility === 'hidden') return;
  // A receiver that has the record open did see it before; for a list this is unknown.
  const targets = visibility === 'unknown' ? own.filter(([, { id }]) => id === change.id) : own;
  if (visibility === 'unknown') receiver.requireResync(own.filter(([, { matches }]) => matches !== undefined).map(([id]) => id));
  const touched: { [id: string]: SubscriptionEffect } = {};
  for (const [id, subscription] of targets) {
    const touch = cachedTouch(view, subscription, change);
    if (touch !== undefined) touched[id] = touch;
  }
  const ids = Object.keys(touched);
  if (ids.length > 0) receiver.sendChange(`{"subs":${JSON.stringify(touched)},${view.tail}`, ids);
}

function cachedTouch(
  { shown, touches }: AudienceView,
  subscription: Subscription,
  change: CommittedChange,
): SubscriptionEffect | undefined {
  const key = `${subscription.matches === undefined ? 'r' : 'l'} ${subscription.key}`;
  if (touches.has(key)) return touches.get(key);
  const isSeen = shown.visibility === 'visible';
  const touch = classifyChange(subscription, change, !(isSeen && shown.isNew), isSeen);
  touches.set(key, touch);
  return touch;
}

function describeChange({ module, id, kind, version, userId }: CommittedChange, shown: VisibleChange, position: string): string {
  const message =
    shown.visibility === 'visible'
      ? {
          type: 'change',
          module: module.name,
          id,
          kind: shown.isNew ? 'create' : kind,
          version,
          by: userId ?? null,
          changed: shown.changed,
          values: shown.values,
          position,
        }
      : { type: 'gone', module: module.name, id, position };
  return JSON.stringify(message).slice(1);
}
