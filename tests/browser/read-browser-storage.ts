import type { Page } from 'playwright-core';

/** All data that this browser stores, as text. */
export function readBrowserStorage(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('muster', 2);
        opening.onerror = () => reject(new Error('The database did not open'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify([reading.result, { ...localStorage }, { ...sessionStorage }]));
          };
        };
      }),
  );
}
