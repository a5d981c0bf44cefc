/** Holds up what waits for it until a test lets it go on. */
export interface Gate<Value> {
  readonly opened: Promise<Value>;
  /** What waits goes on with this value, or once this promise has one. */
  open(value: Value | PromiseLike<Value>): void;
}

export function createGate<Value = void>(): Gate<Value> {
  let open: Gate<Value>['open'] = () => undefined;
  const opened = new Promise<Value>((resolve) => { open = resolve; });
  return { opened, open };
}
