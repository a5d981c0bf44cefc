import { configure } from '@testing-library/react';
import * as React from 'react';
import { inject } from 'vitest';
import { isFullRun } from './full-run.ts';

/** Milliseconds after which waiting for a component fails, on the reference machine. */
const TIMEOUT = 5_000;

/**
 * React's development build records a stack for each created element, up to a number per second, and names its owner in
 * warnings. That takes a quarter of the time of these tests; here the number counts as reached, as it does under load.
 */
function skipOwnerStacks(): void {
  const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
}

/** Configures a test that renders components, and defines what browsers have and jsdom lacks. The screen is a wide one. */
export function prepareDocument(): void {
  configure({ asyncUtilTimeout: TIMEOUT * inject('timeoutFactor') });
  if (!isFullRun) skipOwnerStacks();
  globalThis.matchMedia = (query: string) => ({
    matches: query.includes('min-width: 1200px'),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  });
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.defineProperty(globalThis.CSS ?? (globalThis.CSS = {} as typeof CSS), 'escape', {
    value: (text: string) => text,
    configurable: true,
  });
  Object.defineProperty(document, 'fonts', {
    value: { addEventListener: () => undefined, removeEventListener: () => undefined },
    configurable: true,
  });
  Element.prototype.scrollIntoView = () => undefined;
}
