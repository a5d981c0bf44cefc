import { useCallback, useState } from 'react';
import type { JsonValue } from '#engine/model/values';
import { useSession } from '../../client/index.ts';
import { readLocalPreference, writeLocalPreference } from './local-preferences.ts';

/** A preference stored per user on this device, such as the density of rows. */
export function useLocalPreference<T extends JsonValue>(
  name: string,
  initial: T,
  isValid: (value: JsonValue) => value is T,
): readonly [T, (value: T) => void] {
  const userId = useSession((session) => session.user?._id) ?? 'nobody';
  const place = `${userId}/${name}`;
  const [state, setState] = useState(() => ({ place, value: readLocalPreference(userId, name, isValid) ?? initial }));
  // For another user or another list, reads the stored value instead of the displayed one.
  const value = state.place === place ? state.value : (readLocalPreference(userId, name, isValid) ?? initial);
  const keep = useCallback(
    (next: T) => {
      writeLocalPreference(userId, name, next);
      setState({ place: `${userId}/${name}`, value: next });
    },
    [userId, name],
  );
  return [value, keep];
}
