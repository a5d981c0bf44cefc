import { useEffect, useRef } from 'react';
import { findZip } from '../../client/index.ts';

/** The location of a ZIP, as texts; '' for parts that are not filled. */
export interface ZipPlace {
  readonly zip: string;
  readonly city: string;
  readonly state: string;
}

type Found = Pick<ZipPlace, 'city' | 'state'>;

/**
 * Fills city and state from a ZIP. Returns the function to call when a ZIP was typed; an incomplete or unknown ZIP changes nothing. Values
 * filled by a ZIP are replaced by the next one, values typed by the user are kept: `read` returns the current values, `fill` receives the
 * new ones.
 */
export function useZipAutofill(read: () => ZipPlace, fill: (found: Found) => void): (zip: string) => void {
  const latest = useRef({ read, fill });
  const lastFilled = useRef<Found>(undefined);
  useEffect(() => {
    latest.current = { read, fill };
  });
  return (zip) => {
    if (!/^\d{5}$/.test(zip)) return;
    findZip(zip).then(
      ({ city, state }) => {
        const now = latest.current.read();
        const isFree = (part: keyof Found): boolean => now[part] === '' || now[part] === lastFilled.current?.[part];
        if (now.zip !== zip || !isFree('city') || !isFree('state')) return;
        lastFilled.current = { city, state };
        latest.current.fill({ city, state });
      },
      () => undefined,
    );
  };
}
