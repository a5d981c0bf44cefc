import { useEffect, useRef } from 'react';
import { findZip } from '../../client/index.ts';

/** The place that a ZIP stands for, as texts; '' for what is not filled. */
export interface ZipPlace {
  readonly zip: string;
  readonly city: string;
  readonly state: string;
}

type Found = Pick<ZipPlace, 'city' | 'state'>;

/**
 * Fills city and state from a ZIP. Answers the call to make when a ZIP was typed; one that is not whole, or is nowhere,
 * changes nothing. What a ZIP brought follows the next one, while what people typed stays: `read` says what stands there
 * now, `fill` is given what to put there.
 */
export function useZipAutofill(read: () => ZipPlace, fill: (found: Found) => void): (zip: string) => void {
  const latest = useRef({ read, fill });
  const lastFilled = useRef<Found>(undefined);
  useEffect(() => {
    latest.current = { read, fill };
  });
  return (zip) => {
    if (!/^\d{5}$/.test(zip)) return;
    findZip(zip).then(({ city, state }) => {
      const now = latest.current.read();
      const isFree = (part: keyof Found): boolean => now[part] === '' || now[part] === lastFilled.current?.[part];
      if (now.zip !== zip || !isFree('city') || !isFree('state')) return;
      lastFilled.current = { city, state };
      latest.current.fill({ city, state });
    }, () => undefined);
  };
}
