import { configure } from '@testing-library/react';
import { inject } from 'vitest';

/** Milliseconds after which waiting for a component fails, on the reference machine. */
const TIMEOUT = 5_000;

/** Configures a test that renders components, and defines what browsers have and jsdom lacks. The screen is a wide one. */
export function prepareDocument(): void {
  configure({ asyncUtilTimeout: TIMEOUT * inject('timeoutFactor') });
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
