import { useEffect } from 'react';
import { t } from '../kit/index.ts';

/** Sets the title of the window, which is also shown in the browser history; an empty title changes nothing. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    if (title !== '') document.title = `${title} · ${t('product')}`;
  }, [title]);
}
