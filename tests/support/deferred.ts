/** A promise that a test resolves. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  /** Resolves it with this value or, for a promise, with its result. */
  resolve(value: Value | PromiseLike<Value>): void;
}

export function createDeferred<Value = void>(): Deferred<Value> {
  let settle: Deferred<Value>['resolve'] = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle(value) };
}
