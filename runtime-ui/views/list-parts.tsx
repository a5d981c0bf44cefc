import { useEffect, useRef, useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import { useLocalPreference } from '../headless/index.ts';
import { ModuleParts } from './module-parts.tsx';

/** After this time what did not arrive is no longer waited for. */
const WAIT_MILLISECONDS = 8_000;
/** A stored height above this is that of another screen. */
const MAX_HEIGHT = 2_000;

const isHeight = (value: JsonValue): value is number => typeof value === 'number' && value >= 0 && value <= MAX_HEIGHT;

/**
 * What plugins show above a list. It is loaded after the list, so its height of the last time on this device is reserved from the start:
 * the list does not move when it arrives.
 */
export function ListParts({ module }: { readonly module: string }) {
  // Remembered for each module.
  return <Parts key={module} module={module} />;
}

function Parts({ module }: { readonly module: string }) {
  const content = useRef<HTMLDivElement>(null);
  const [stored, store] = useLocalPreference<number>(`list-parts-${module}`, 0, isHeight);
  const [least, setLeast] = useState(stored);
  useEffect(() => {
    const element = content.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      const height = Math.min(Math.round(element.getBoundingClientRect().height), MAX_HEIGHT);
      if (height === 0) return;
      store(height);
      // From here on it has its own height, also when the user folds it.
      setLeast((now) => (height >= now ? 0 : now));
    });
    observer.observe(element);
    const timer = setTimeout(() => {
      setLeast(0);
      if (element.getBoundingClientRect().height === 0) store(0);
    }, WAIT_MILLISECONDS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [store]);
  return (
    <div className="mv-list-parts" style={least > 0 ? { minHeight: least } : undefined}>
      <div ref={content}>
        <ModuleParts place="list" module={module} />
      </div>
    </div>
  );
}
