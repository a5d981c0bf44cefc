import { useCallback, type RefObject } from 'react';

/** How long a row that another user changed is highlighted, in milliseconds. */
const FLASH_MS = 1_600;

/** Highlights a row of the grid for a moment, without moving anything. */
export function useRowFlash(box: RefObject<HTMLElement | null>): (id: string) => void {
  return useCallback(
    (id) => {
      const rows = [...(box.current?.querySelectorAll(`[row-id="${CSS.escape(id)}"]`) ?? [])];
      for (const row of rows) row.classList.add('mg-flash');
      setTimeout(() => rows.forEach((row) => row.classList.remove('mg-flash')), FLASH_MS);
    },
    [box],
  );
}
