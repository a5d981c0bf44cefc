import type { ChangeViews, CommittedChange, ShownChange } from '../records/index.ts';
import type { LiveTouch } from '#engine/model';
import { touchOf, type Subscription } from './subscription.ts';
import type { Receiver } from './receiver.ts';

/** What receivers of one class are told of a change: worked out once, however many they are. */
interface ClassView {
  readonly shown: ShownChange;
  /** The message without its subscriptions. */
  readonly tail: string;
  readonly touches: Map<string, LiveTouch | undefined>;
}

/** Tells a change to those of the receivers who asked for it and may know of it; `only`: for one of their subscriptions. */
export async function tellChange(views: ChangeViews, change: CommittedChange, position: string, receivers: Iterable<Receiver>, only?: string): Promise<void> {
  const classes = new Map<string, ClassView>();
  for (const receiver of receivers) {
    const own = [...receiver.subscriptions].filter(([id, { module }]) => module === change.module.name && (only === undefined || id === only));
    if (own.length === 0) continue;
    const name = views.classOf(receiver.scope, change);
    let view = classes.get(name);
    if (view === undefined) {
      const shown = await views.show(receiver.scope, change);
      view = { shown, tail: describeChange(change, shown, position), touches: new Map() };
      classes.set(name, view);
    }
    tell(receiver, change, view, own);
  }
}

function tell(receiver: Receiver, change: CommittedChange, view: ClassView, own: readonly (readonly [string, Subscription])[]): void {
  const { sight } = view.shown;
  if (sight === 'none') return;
  // Whoever has the record open did see it; of a list that is not known.
  const told = sight === 'unsure' ? own.filter(([, { id }]) => id === change.id) : own;
  if (sight === 'unsure') receiver.owe(own.filter(([, { watch }]) => watch !== undefined).map(([id]) => id));
  const touched: { [id: string]: LiveTouch } = {};
  for (const [id, subscription] of told) {
    const touch = recallTouch(view, subscription, change);
    if (touch !== undefined) touched[id] = touch;
  }
  const ids = Object.keys(touched);
  if (ids.length > 0) receiver.sendChange(`{"subs":${JSON.stringify(touched)},${view.tail}`, ids);
}

function recallTouch({ shown, touches }: ClassView, subscription: Subscription, change: CommittedChange): LiveTouch | undefined {
  const key = `${subscription.watch === undefined ? 'r' : 'l'} ${subscription.key}`;
  if (touches.has(key)) return touches.get(key);
  const isSeen = shown.sight === 'seen';
  const touch = touchOf(subscription, change, !(isSeen && shown.isNew), isSeen);
  touches.set(key, touch);
  return touch;
}

function describeChange({ module, id, kind, version, userId }: CommittedChange, shown: ShownChange, position: string): string {
  const message = shown.sight === 'seen'
    ? { type: 'change', module: module.name, id, kind: shown.isNew ? 'create' : kind, version, by: userId ?? null, changed: shown.changed, values: shown.values, position }
    : { type: 'gone', module: module.name, id, position };
  return JSON.stringify(message).slice(1);
}
