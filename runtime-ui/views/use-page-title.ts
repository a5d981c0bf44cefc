import { useEffect } from 'react';
import { t } from '../kit/index.ts';

/** Names the page in the window's title and in the history menu; an empty title leaves it as it is. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    if (title !== '') document.title = `${title} · ${t('product')}`;
  }, [title]);
}
